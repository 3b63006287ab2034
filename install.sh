#!/bin/sh
# Builds the Context Rot Toolkit and installs it into a project's .claude folder, or into the
# user's for all projects. What is yours in settings.json stays; --uninstall gives it back.
set -eu

usage() {
  cat <<'END'
Usage: ./install.sh --project DIR [options]   for one project (DIR/.claude)
       ./install.sh --user [options]          for all projects (~/.claude, or $CLAUDE_CONFIG_DIR)

  --lang en|es         language of the skills and of what the programs say (default: your locale)
  --status-line        show the context in the status line, around yours if you have one (default)
  --no-status-line     do without it
  --live               shorten large tool outputs before the model gets them; see README.md
  --no-live            leave them alone again (default: as it is; at first without)
  --autocompact N      let Claude Code compact at N percent of the window, for every model
  --template NAME      what to wire: project, user, minimal or status-line (default: by the place)
  --local              write settings.local.json, which is not shared with others (--project)
  --link, --no-link    link the commands into ~/.local/bin (default: with --user only)
  --programs DIR       install the built programs of this folder instead of building
  --yes                ask nothing: install missing packages
  --dry-run            show what would change and change nothing
  --uninstall          remove everything of ours and only that; session data is kept
  --purge              with --uninstall: remove the session data too
  --help               this text
END
}

say() { printf '%s\n' "$*"; }

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit "${2:-1}"
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project='' user=no local_settings=no language='' status_line=yes autocompact='' template='' live=''
link='' programs='' yes=no dry_run=no uninstall=no purge=no

need_value() {
  [ "$2" -ge 2 ] || fail "$1 takes a value; see --help" 2
}

while [ $# -gt 0 ]; do
  case $1 in
    --*=*)  # --option=value as --option value
      option=${1%%=*} value=${1#*=}
      shift
      set -- "$option" "$value" "$@"
      continue
      ;;
    --project) need_value "$1" $#; project=$2; shift ;;
    --lang) need_value "$1" $#; language=$2; shift ;;
    --autocompact) need_value "$1" $#; autocompact=$2; shift ;;
    --template) need_value "$1" $#; template=$2; shift ;;
    --programs) need_value "$1" $#; programs=$2; shift ;;
    --user) user=yes ;;
    --local) local_settings=yes ;;
    --status-line) status_line=yes ;;
    --no-status-line) status_line=no ;;
    --live) live=--live ;;
    --no-live) live=--no-live ;;
    --link) link=yes ;;
    --no-link) link=no ;;
    --yes | -y) yes=yes ;;
    --dry-run) dry_run=yes ;;
    --uninstall) uninstall=yes ;;
    --purge) purge=yes ;;
    --help | -h) usage; exit 0 ;;
    *) fail "no such option: $1; see --help" 2 ;;
  esac
  shift
done

case $user$project in
  no) fail 'say where: --project DIR, or --user for all projects' 2 ;;
  no?*) [ -d "$project" ] || fail "$project: no such folder" 2 ;;
  yes?*) fail 'either --project or --user, not both' 2 ;;
esac
case $language in '' | en | es) ;; *) fail "--lang takes en or es, not \"$language\"" 2 ;; esac
case $autocompact in
  '' | [1-9] | [1-9][0-9] | 100) ;;
  *) fail "--autocompact takes a whole number from 1 to 100, not \"$autocompact\"" 2 ;;
esac
[ -z "$programs" ] || [ -x "$programs/context-setup" ] || fail "$programs: no programs of the toolkit here" 2
[ "$purge" = no ] || [ "$uninstall" = yes ] || fail '--purge goes with --uninstall' 2
[ "$user" = no ] || [ "$local_settings" = no ] || fail '--local goes with --project' 2

if [ "$user" = yes ]; then
  root=${CLAUDE_CONFIG_DIR:-${HOME:+$HOME/.claude}}
  [ -n "$root" ] || fail 'neither CLAUDE_CONFIG_DIR nor HOME is set: where is your .claude?' 2
else
  project=$(CDPATH='' cd -- "$project" && pwd)
  root=${project%/}/.claude
fi
[ -n "$link" ] || link=$user

# The name of this system's folder where programs for several are beside each other.
platform() {
  machine=$(uname -m)
  case $machine in x86_64 | amd64) machine=x64 ;; aarch64) machine=arm64 ;; esac
  case $(uname -s) in Darwin) say "darwin-$machine" ;; *) say "linux-$machine" ;; esac
}

# An archive, a package or the plugin of the toolkit has its programs with it.
if [ -z "$programs" ] && [ -x "$here/bin/context-setup" ]; then
  programs=$here/bin/$(platform)
  [ -x "$programs/context-setup" ] || programs=$here/bin
  "$programs/context-health" --version >/dev/null 2>&1 ||
    fail "$programs: the programs do not start here: $("$programs/context-health" --version 2>&1)"
fi

# Where the build goes: beside the sources, or into the cache where they are read-only.
if [ -w "$here" ]; then
  build=$here/build/install
else
  build=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/context-rot-toolkit/build
fi

# --- Removing -------------------------------------------------------------------------------

run_uninstall() {
  setup=$root/context-rot/bin/context-setup
  [ -x "$setup" ] || setup=${programs:-$build/bin}/context-setup
  if [ ! -x "$setup" ]; then
    [ -e "$root/context-rot" ] || { say "nothing of the toolkit is in $root"; exit 0; }
    fail "$root/context-rot/bin/context-setup is missing: install again, then uninstall"
  fi
  if [ "$user" = yes ]; then set -- --user; else set -- --project "$project"; fi
  [ "$purge" = no ] || set -- "$@" --purge
  [ "$dry_run" = no ] || set -- "$@" --dry-run
  exec "$setup" uninstall "$@"
}

[ "$uninstall" = no ] || run_uninstall

# --- What the build needs -------------------------------------------------------------------

# A word that can be pasted into a shell.
quoted() {
  case $1 in
    *[!A-Za-z0-9_./-]*) printf "'%s'\n" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
    *) say "$1" ;;
  esac
}

has() { command -v "$1" >/dev/null 2>&1; }

if has apt-get; then manager=apt
elif has dnf; then manager=dnf
elif has pacman; then manager=pacman
elif has apk; then manager=apk
elif has zypper; then manager=zypper
elif has brew; then manager=brew
else manager=none
fi
brew=''
if [ "$manager" = brew ]; then brew=$(brew --prefix); fi

# package NEED: what the system calls it.
package() {
  case $manager:$1 in
    apt:compiler) say g++ ;;
    dnf:compiler | zypper:compiler) say gcc-c++ ;;
    pacman:compiler) say gcc ;;
    apk:compiler) say g++ ;;
    brew:compiler) say llvm ;;
    *:cmake) say cmake ;;
    apt:ninja | dnf:ninja) say ninja-build ;;
    apk:ninja) say samurai ;;
    *:ninja) say ninja ;;
    apt:CLI11) say libcli11-dev ;;
    dnf:CLI11 | zypper:CLI11) say cli11-devel ;;
    apk:CLI11) say cli11-dev ;;
    *:CLI11) say cli11 ;;
    apt:nlohmann-json) say nlohmann-json3-dev ;;
    dnf:nlohmann-json) say json-devel ;;
    zypper:nlohmann-json) say nlohmann_json-devel ;;
    *:nlohmann-json) say nlohmann-json ;;
    apt:yaml-cpp) say libyaml-cpp-dev ;;
    dnf:yaml-cpp | zypper:yaml-cpp) say yaml-cpp-devel ;;
    apk:yaml-cpp) say yaml-cpp-dev ;;
    *:yaml-cpp) say yaml-cpp ;;
    apt:simdjson) say libsimdjson-dev ;;
    dnf:simdjson | zypper:simdjson) say simdjson-devel ;;
    apk:simdjson) say simdjson-dev ;;
    *:simdjson) say simdjson ;;
  esac
}

compiler=''
find_compiler() {
  for candidate in ${CXX:+"$CXX"} c++ g++ clang++ ${brew:+"$brew/opt/llvm/bin/clang++"}; do
    has "$candidate" || continue
    if printf '#include <concepts>\n#include <ranges>\n#include <span>\nint main() { return std::ranges::size(std::span<int>()) == 0 ? 0 : 1; }\n' |
      "$candidate" -std=c++20 -x c++ -fsyntax-only - >/dev/null 2>&1; then
      compiler=$candidate
      return 0
    fi
  done
  return 1
}

has_header() {
  printf '#include <%s>\n' "$1" |
    "$compiler" -std=c++20 ${brew:+"-I$brew/include"} -x c++ -fsyntax-only - >/dev/null 2>&1
}

has_cmake() {
  has cmake || return 1
  version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
  [ "${version% *}" -gt 3 ] || { [ "${version% *}" -eq 3 ] && [ "${version#* }" -ge 20 ]; }
}

find_missing() {
  missing=''
  if find_compiler; then
    for library in CLI11=CLI/CLI.hpp nlohmann-json=nlohmann/json.hpp yaml-cpp=yaml-cpp/yaml.h \
      simdjson=simdjson.h; do
      has_header "${library#*=}" || missing="$missing ${library%%=*}"
    done
  else
    missing=' compiler CLI11 nlohmann-json yaml-cpp simdjson'
  fi
  has_cmake || missing="$missing cmake"
  has ninja || has ninja-build || has make || missing="$missing ninja"
}

packages_for() {
  for need in $missing; do package "$need"; done | tr '\n' ' ' | sed 's/ $//'
}

install_command() {
  case $manager in
    apt) say "apt-get install -y --no-install-recommends $packages" ;;
    dnf) say "dnf install -y $packages" ;;
    pacman) say "pacman -S --needed --noconfirm $packages" ;;
    apk) say "apk add $packages" ;;
    zypper) say "zypper --non-interactive install $packages" ;;
    brew) say "brew install $packages" ;;
  esac
}

ask() {
  [ "$yes" = no ] || return 0
  [ -t 0 ] || return 1
  printf '%s [y/N] ' "$1"
  read -r answer || return 1
  case $answer in y | Y | yes | s | S | si) return 0 ;; *) return 1 ;; esac
}

install_missing() {
  find_missing
  [ -n "$missing" ] || return 0
  say "missing:$missing"
  [ "$manager" != none ] || fail 'no package manager known here; install these, then run this again'
  packages=$(packages_for)
  command=$(install_command)
  as_root=''
  if [ "$manager" != brew ] && [ "$(id -u)" -ne 0 ]; then
    has sudo || fail "run this as root, then this script again: $command"
    as_root=sudo
  fi
  if [ "$dry_run" = yes ]; then
    say "would run: ${as_root:+$as_root }$command"
    say 'would build the programs; the changes to your settings can be shown after that'
    exit 0
  fi
  ask "Install them with: ${as_root:+$as_root }$command ?" ||
    fail "run this, then this script again (or pass --yes): ${as_root:+$as_root }$command"
  # Without a terminal sudo must not wait for a password.
  if [ -n "$as_root" ] && [ ! -t 0 ]; then as_root='sudo -n'; fi
  log=$(mktemp)
  say "installing: $packages"
  {
    if [ "$manager" = apt ]; then
      # shellcheck disable=SC2086  # words on purpose
      $as_root env DEBIAN_FRONTEND=noninteractive apt-get update || true
      command="env DEBIAN_FRONTEND=noninteractive $command"
    fi
    # shellcheck disable=SC2086
    $as_root $command
  } >"$log" 2>&1 </dev/null || {
    tail -n 15 "$log" >&2
    fail "the packages could not be installed (all of the output is in $log)"
  }
  rm -f "$log"
  find_missing
  [ -z "$missing" ] || fail "still missing after that:$missing (too old, perhaps?)"
}

# --- The build ------------------------------------------------------------------------------

# One build at a time in one folder. The lock of a process that is gone counts for nothing.
take_build_lock() {
  mkdir -p "$build"
  tries=0
  until mkdir "$build.lock" 2>/dev/null; do
    owner=$(cat "$build.lock/pid" 2>/dev/null || true)
    if [ "$tries" -gt 2 ] && { [ -z "$owner" ] || ! kill -0 "$owner" 2>/dev/null; }; then
      rm -rf "$build.lock"
      continue
    fi
    [ "$tries" -ne 0 ] || say 'waiting for another build in the same folder'
    tries=$((tries + 1))
    [ "$tries" -lt 900 ] || fail "$build.lock: another build does not end"
    sleep 1
  done
  trap 'rm -rf "$build.lock"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  echo $$ >"$build.lock/pid"
}

configure() {
  set -- -S "$here" -B "$build" -DCMAKE_BUILD_TYPE=Release -DCONTEXT_ROT_TESTS=OFF \
    -DCMAKE_CXX_COMPILER="$compiler"
  if has ninja || has ninja-build; then set -- "$@" -G Ninja; else set -- "$@" -G 'Unix Makefiles'; fi
  [ -z "$brew" ] || set -- "$@" -DCMAKE_PREFIX_PATH="$brew"
  cmake "$@"
}

# Keeps the build's output, and shows on a terminal how much is done: ninja's "[3/20]", make's "[15%]".
keep_log() {
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    case $line in
      '['*']'*)
        share=${line#?}
        [ ! -t 1 ] || printf '\rbuilding: %-12s' "${share%%]*}"
        ;;
    esac
  done
  [ ! -t 1 ] || printf '\r%-22s\r' ''
}

# 65 as "1 min 5 s".
in_words() {
  [ "$1" -lt 60 ] || printf '%s min ' $(($1 / 60))
  printf '%s s' $(($1 % 60))
}

# As many at once as there are processors, and gigabytes: so much a compiler may take.
jobs() {
  count=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
  free=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo 2>/dev/null || true)
  [ -z "$free" ] || [ $((free / 1000000)) -ge "$count" ] || count=$((free / 1000000))
  [ "$count" -gt 0 ] || count=1
  say "$count"
}

build_programs() {
  take_build_lock
  log=$build.log
  say 'building (a minute or two the first time)'
  begun=$(date +%s)
  # A folder configured for another place or generator is begun anew.
  configure >"$log" 2>&1 || {
    rm -rf "$build"
    mkdir -p "$build"
    configure >"$log" 2>&1 || {
      tail -n 15 "$log" >&2
      fail "the build could not be configured (all of the output is in $log)"
    }
  }
  rm -f "$build.done"
  {
    NINJA_STATUS='[%f/%t] ' cmake --build "$build" --target programs \
      --parallel "$(jobs)" 2>&1 && : >"$build.done"
  } | keep_log
  [ -e "$build.done" ] || {
    tail -n 30 "$log" >&2
    fail "the build failed; nothing was installed (all of the output is in $log)"
  }
  rm -f "$build.done"
  say "built in $(in_words $(($(date +%s) - begun)))"
}

# --- Installing -----------------------------------------------------------------------------

run_setup() {
  if [ "$user" = yes ]; then set -- --user; else set -- --project "$project"; fi
  set -- "$@" --programs "$programs" --templates "$here/settings-templates"
  [ ! -d "$here/skills" ] || set -- "$@" --skills "$here/skills"
  if [ "$status_line" = yes ]; then set -- "$@" --status-line; else set -- "$@" --no-status-line; fi
  [ -z "$live" ] || set -- "$@" "$live"
  [ "$local_settings" = no ] || set -- "$@" --local
  [ -z "$language" ] || set -- "$@" --lang "$language"
  [ -z "$autocompact" ] || set -- "$@" --autocompact "$autocompact"
  [ -z "$template" ] || set -- "$@" --template "$template"
  if [ "$link" = yes ] && [ -n "${HOME:-}" ]; then set -- "$@" --link "$HOME/.local/bin"; fi
  [ "$dry_run" = no ] || set -- "$@" --dry-run
  "$programs/context-setup" install "$@"
}

note_sharing() {
  [ "$user" = no ] && [ "$local_settings" = no ] && has git || return 0
  (
    cd "$project" && git rev-parse --is-inside-work-tree && ! git check-ignore -q .claude/settings.json
  ) >/dev/null 2>&1 || return 0
  say 'note: .claude/settings.json is shared through git, the programs are not: others see a hook'
  say '      error at each prompt until they run this too. --local keeps it to yourself.'
}

say_next() {
  if [ "$link" = yes ]; then
    case :$PATH: in
      *":${HOME:-}/.local/bin:"*) ;;
      *) say "note: ${HOME:-}/.local/bin is not on your PATH; add it to call the commands by name" ;;
    esac
  fi
  note_sharing
  say ''
  if [ "$user" = yes ]; then
    say 'Installed for all projects. Start claude anywhere; sessions that run take it up at once.'
  else
    say "Installed. Start claude in $project; sessions that run there take it up at once."
  fi
  if [ "$status_line" = yes ]; then
    say 'The status line shows how full the context is, from the first answer on.'
  fi
  bin=$(quoted "$root/context-rot/bin")
  say "By hand: $bin/context-meter --help"
  if [ "$user" = yes ]; then place='--user'; else place="--project $(quoted "$project")"; fi
  say "Out again: $bin/context-setup uninstall $place"
}

if [ -z "$programs" ]; then
  install_missing
  if [ "$dry_run" = no ]; then
    build_programs
  elif [ -x "$build/bin/context-setup" ]; then
    say 'would build the programs; what follows is by those that were built before'
  else
    say 'would build the programs; the changes to your settings can be shown after that'
    exit 0
  fi
  programs=$build/bin
fi
run_setup
[ "$dry_run" = yes ] || say_next
