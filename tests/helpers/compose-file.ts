import { parse } from 'yaml';
import { z } from 'zod';
import { readDeployFile } from './deploy-files.ts';

const service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  user: z.string(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  healthcheck: z.union([
    z.object({ test: z.array(z.string()).min(2) }),
    z.object({ disable: z.literal(true) }),
  ]),
  stop_grace_period: z.string(),
  restart: z.literal('unless-stopped'),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  depends_on: z
    .record(z.string(), z.object({ condition: z.enum(['service_healthy', 'service_started']) }))
    .default({}),
  ports: z.array(z.string()).default([]),
  networks: z.record(z.string(), z.object({ ipv4_address: z.string() }).nullable()),
  image: z.string(),
  build: z.object({ context: z.string(), args: z.record(z.string(), z.string()) }).optional(),
  deploy: z.object({
    resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string() }) }),
  }),
});
const network = z
  .object({
    internal: z.boolean().optional(),
    enable_ipv6: z.boolean().optional(),
    ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }).optional(),
  })
  .nullable();
const composeFile = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), network),
});

export const composeText = readDeployFile('compose.yaml');
export const writtenCompose: unknown = parse(composeText, { merge: true });

const variable = /\$\{(\w+)(:[?+-])([^}]*)\}/g;

/** The file with the operator's values in their places, as `docker compose` reads it. */
export function readCompose(given: Readonly<Record<string, string>>) {
  const fill = (words: string) =>
    words.replace(variable, (_found, name: string, kind: string, rest: string) => {
      const value = given[name] ?? '';
      if (kind === ':+') return value === '' ? '' : rest;
      if (value === '' && kind === ':?') throw new Error(`${name} has to be set: ${rest}`);
      return value === '' ? rest : value;
    });
  const filled: unknown = JSON.parse(JSON.stringify(writtenCompose), (_name, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  );
  return composeFile.parse(filled);
}

export const composeValues = {
  SITE_ORIGIN: 'https://example.org',
  CONTACT_EMAIL: 'hello@example.org',
  INVITE_URL: 'https://forms.example.org/invite',
  CONTACT_FORM_URL: 'https://forms.example.org/contact',
  APP_SECRET: 'hT3c0vQ1mYw8pLr5uX9zB2nK7dF4gJ6s',
  POSTGRES_PASSWORD: '0123456789abcdef',
  SMTP_URL: 'smtps://user:password@mail.example.org:465',
  MAIL_FROM: 'Setu Circle <news@example.org>',
  SECRETS_DIR: '/etc/setu-circle',
  VERSION: '42',
  PREVIOUS: '41',
  BASE: '',
};
export const { services, networks } = readCompose(composeValues);
export const replicaNames = ['app-1', 'app-2'] as const;

/** Throws where there is none. */
export function getService(name: string) {
  const found = services[name];
  if (!found) throw new Error(`There is no service ${name}`);
  return found;
}
