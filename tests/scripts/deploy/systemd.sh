# systemd.sh FOLDER NODE: runs FOLDER/shared/commands.sh under a systemd, on this machine's files: what it writes stays
# in FOLDER/machine, in memory. What it prints is in FOLDER/shared/said. It has to be the first process of namespaces of
# its own: of processes, mounts, cgroups and network.
set -eu
folder=$1
mount --make-rprivate /
mount -t tmpfs tmpfs "$folder/machine"
cd "$folder/machine"
mkdir upper work root
mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root
cd root
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for place in run dev; do mount -t tmpfs -o mode=755 tmpfs $place; done
mount -t tmpfs tmpfs tmp
for device in null zero full random urandom tty; do
  touch dev/$device
  mount --bind /dev/$device dev/$device
done
mkdir dev/pts dev/shm dev/mqueue dev/hugepages
mount -t devpts -o newinstance devpts dev/pts
ln -s pts/ptmx dev/ptmx
# What the test has prepared, and the Node that it runs with, by their own names.
for path in "$folder/shared" "$(dirname "$2")"; do
  mkdir -p ".$path"
  mount --bind "$path" ".$path"
done
# None of this machine's own services.
rm -rf etc/systemd/system/*.wants etc/fstab
for target in sysinit sockets local-fs multi-user timers; do
  [ ! -d lib/systemd/system/$target.target.wants ] || mount -t tmpfs tmpfs lib/systemd/system/$target.target.wants
done
cat > etc/systemd/system/commands.service <<UNIT
[Unit]
DefaultDependencies=no
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Type=oneshot
TimeoutStartSec=infinity
WorkingDirectory=$folder/shared
ExecStart=/bin/sh -ex commands.sh
StandardOutput=file:$folder/shared/said
StandardError=inherit
UNIT
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=lxc \
  chroot . /lib/systemd/systemd --system --unit=commands.service
