import { getInstalled, listInstalled } from '#scripts/install-packages.ts';

/*
 * Each function returns the path of a program, and installs Debian's package where it is missing. A test
 * calls it outside of its tests and hooks, at the top level: an installation takes longer than a test may.
 */
const getter = (name: string, debianPackage: string, user: string) => () =>
  getInstalled(() => listInstalled([name])[0], debianPackage, user);

export const getAmtool = getter('amtool', 'prometheus-alertmanager', 'The test of the alerts');
export const getBuildah = getter('buildah', 'buildah', 'The test of the container');
export const getCaddy = getter('caddy', 'caddy', 'The test of the Caddyfile');
export const getCurl = getter('curl', 'curl', 'The test of the health check under Compose');
export const getDebootstrap = getter('debootstrap', 'debootstrap', 'The test of the container');
export const getDockerCompose = getter(
  'docker-compose',
  'docker-compose',
  'The test of the compose file',
);
export const getFirefox = getter('firefox-esr', 'firefox-esr', 'The test in Firefox');
export const getIp = getter('ip', 'iproute2', 'The test of the container, without a network');
export const getKubectl = getter('kubectl', 'kubernetes-client', 'The test of the manifests');
export const getLogrotate = getter('logrotate', 'logrotate', 'The test of the log rotation');
export const getNginx = getter('nginx', 'nginx', 'The test of the nginx configuration');
export const getOpenssl = getter('openssl', 'openssl', 'A test with TLS');
export const getPrometheus = getter('prometheus', 'prometheus', 'The test of the alerts');
export const getPromtool = getter('promtool', 'prometheus', 'The test of the alerts');
export const getScreen = getter('Xvfb', 'xvfb', 'The test in WebKit');
export const getSystemdAnalyze = getter('systemd-analyze', 'systemd', 'The test of the unit');
export const getWebKit = getter('WebKitWebDriver', 'webkit2gtk-driver', 'The test in WebKit');
