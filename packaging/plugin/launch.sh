#!/bin/sh
# Starts the program of this file's name, as it was built for this system.
here=${0%/*} name=${0##*/} system='' machine=''
if [ -r /proc/sys/kernel/arch ]; then
  system=Linux
  read -r machine </proc/sys/kernel/arch
else
  uname=$(uname -sm)
  system=${uname%% *} machine=${uname#* }
fi
case $system in Darwin) platform=darwin ;; *) platform=linux ;; esac
case $machine in
  x86_64 | amd64) platform=$platform-x64 ;;
  aarch64 | arm64) platform=$platform-arm64 ;;
  *) platform=$platform-$machine ;;
esac
[ ! -x "$here/$platform/$name" ] || exec "$here/$platform/$name" "$@"
# A hook without a program is silent; one says so, where a session begins.
case $name in
  hook-session-start)
    printf '{"systemMessage":"Context Rot Toolkit: this plugin has no programs for %s; a clone builds them: ./install.sh --user"}\n' "$system $machine"
    ;;
  hook-*) ;;
  *)
    printf '%s: no program for %s in this plugin; build it from source: ./install.sh in a clone\n' "$name" "$system $machine" >&2
    exit 1
    ;;
esac
