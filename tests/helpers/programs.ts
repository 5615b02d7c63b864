import { installPackages, listInstalled } from '#scripts/install-packages.ts';

/** A function that returns the path of a program, and installs Debian's package where it is missing. */
const getter = (name: string, debianPackage: string, user: string) => () => {
  if (listInstalled([name]).length === 0) installPackages([debianPackage], user);
  const [found] = listInstalled([name]);
  if (found) return found;
  throw new Error(`${name} could not be installed. As root: apt-get install ${debianPackage}`);
};

export const getAmtool = getter('amtool', 'prometheus-alertmanager', 'The test of the alerts');
export const getCaddy = getter('caddy', 'caddy', 'The test of the Caddyfile');
export const getCurl = getter('curl', 'curl', 'The test of the health check under Compose');
export const getFirefox = getter('firefox-esr', 'firefox-esr', 'The test in Firefox');
export const getKubectl = getter('kubectl', 'kubernetes-client', 'The test of the manifests');
export const getNginx = getter('nginx', 'nginx', 'The test of the nginx configuration');
export const getOpenssl = getter('openssl', 'openssl', 'A test with TLS');
export const getPrometheus = getter('prometheus', 'prometheus', 'The test of the alerts');
export const getPromtool = getter('promtool', 'prometheus', 'The test of the alerts');
export const getScreen = getter('Xvfb', 'xvfb', 'The test in WebKit');
export const getWebKit = getter('WebKitWebDriver', 'webkit2gtk-driver', 'The test in WebKit');

/* Of npm run test:container alone. */
export const getBuildah = getter('buildah', 'buildah', 'The test of the container');
export const getDebootstrap = getter('debootstrap', 'debootstrap', 'The test of the container');
export const getIp = getter('ip', 'iproute2', 'The test of the container, without a network');
