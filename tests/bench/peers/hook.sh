#!/bin/bash
# The smallest prompt hook of a shell: it reads the prompt and looks for one cue.
prompt=$(jq -r .prompt)
case $prompt in no,*) : ;; esac
