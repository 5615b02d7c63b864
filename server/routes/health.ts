import { Router } from 'express';
import { lifetimes } from '#shared/lifetimes.ts';
import { labelResponse } from '../observe/access-log.ts';
import type { Release } from '../release.ts';

export interface Readiness {
  readonly ready: boolean;
}

const alivePaths = ['/healthz', '/health'];
const readyPath = '/readyz';
export const healthPaths: readonly string[] = [...alivePaths, readyPath];

/**
 * `/healthz` (alias `/health`): the process is alive. `/readyz`: the process accepts traffic; 503 while it stops.
 * Never cached.
 */
export function healthRoutes(readiness: Readiness, release: Release): Router {
  const router = Router();
  router.all([...healthPaths], (request, response, next) => {
    labelResponse(response, 'health');
    response.setHeader('cache-control', lifetimes.private);
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    response.status(405).set('allow', 'GET, HEAD').json({ status: 'method not allowed' });
  });
  router.get(alivePaths, (_request, response) => {
    response.json({ status: 'ok', ...release, uptimeSeconds: Math.round(process.uptime()) });
  });
  router.get(readyPath, (_request, response) => {
    response.status(readiness.ready ? 200 : 503);
    response.json({ status: readiness.ready ? 'ready' : 'stopping' });
  });
  return router;
}
