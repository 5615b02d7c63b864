#!/bin/sh
# Installs Debian's packages for tests, as root: `install-packages.sh PACKAGE …`. Upgrades nothing, and leaves no
# service running or enabled.
set -eu
export DEBIAN_FRONTEND=noninteractive

apt() {
  # Seconds to wait for the end of another installation.
  apt-get --quiet --quiet -o DPkg::Lock::Timeout=300 "$@"
}
list_packages() {
  dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u
}

apt update
# A line of an upgrade has the old version in brackets.
upgrades=$(apt --simulate install --no-install-recommends "$@" | sed -n 's/^Inst \([^ ]*\) \[.*/\1/p' | xargs)
if [ -n "$upgrades" ] && [ -z "${CI:-}" ]; then
  echo "This would upgrade $upgrades. To allow that: apt-get install $upgrades" >&2
  exit 1
fi

# A package starts its service unless this file forbids it.
policy=${ROOT:-}/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
fi
before=$(mktemp)
list_packages >"$before"
apt --yes install --no-install-recommends "$@"
added=$(list_packages | comm -13 "$before" - | xargs)
rm "$before"

# A package enables its service for the next boot, without asking.
command -v systemctl >/dev/null || exit 0
for package in $added; do
  dpkg --listfiles "$package" | sed -n 's#^\(/usr\)\?/lib/systemd/system/\([^/@]*\.\(service\|socket\|timer\)\)$#\2#p'
done | xargs --no-run-if-empty systemctl --quiet disable
