import { getProgram } from '#scripts/find-program.ts';

/** A function that returns the path of a program, and installs Debian's package where it is missing. */
const finder = (name: string, debianPackage: string, user: string) => () =>
  getProgram({ names: [name], packages: [debianPackage], user });

export const findAmtool = finder('amtool', 'prometheus-alertmanager', 'The test of the alerts');
export const findCaddy = finder('caddy', 'caddy', 'The test of the Caddyfile');
export const findCurl = finder('curl', 'curl', 'The test of the health check under Compose');
export const findFirefox = finder('firefox-esr', 'firefox-esr', 'The test in Firefox');
export const findKubectl = finder('kubectl', 'kubernetes-client', 'The test of the manifests');
export const findNginx = finder('nginx', 'nginx', 'The test of the nginx configuration');
export const findOpenssl = finder('openssl', 'openssl', 'A test with TLS');
export const findPrometheus = finder('prometheus', 'prometheus', 'The test of the alerts');
export const findPromtool = finder('promtool', 'prometheus', 'The test of the alerts');
export const findScreen = finder('Xvfb', 'xvfb', 'The test in WebKit');
export const findWebKit = finder('WebKitWebDriver', 'webkit2gtk-driver', 'The test in WebKit');

/* Of npm run test:container alone. */
export const findBuildah = finder('buildah', 'buildah', 'The test of the container');
export const findDebootstrap = finder('debootstrap', 'debootstrap', 'The test of the container');
export const findIp = finder('ip', 'iproute2', 'The test of the container, without a network');
