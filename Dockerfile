# The base image: Node, npm and the C libraries come from here, so that a patched base patches them. To pin it, use
# the digest, which `docker buildx imagetools inspect node:24-slim` prints:
#   docker build --build-arg BASE=docker.io/library/node:24-slim@sha256:… …
ARG BASE=docker.io/library/node:24-slim
# The previous image. Its hashed files stay for 30 days, for pages that are still open:
# docker build --build-arg PREVIOUS=registry.example/setu-circle:41 …
# For the first build any image without /app/dist will do.
ARG PREVIOUS=${BASE}
FROM ${PREVIOUS} AS previous

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# `node` and not `npm run`, which would use the Node of an npm package instead of the base image's.
# Seconds since 1970, to repeat a build: without it calendars say that the events were published now.
ARG SOURCE_DATE_EPOCH
# What /healthz, the log and the metrics name beside the version: --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN --mount=type=bind,from=previous,target=/previous \
  node scripts/build.ts --earlier /previous/app/dist --commit "$COMMIT"
RUN node scripts/collect-image.ts /image

# Only what runs: Node, its shared libraries, and dist/ with the bundled packages. No shell, no npm, no source.
# Without SMTP_URL the newsletter is off and nothing is written to disk: `docker run --read-only`
# works. With it, mount a volume on /data, or give DATABASE_URL.
FROM scratch
ARG COMMIT=
LABEL org.opencontainers.image.version="1.0.0" org.opencontainers.image.revision="$COMMIT"
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 \
  SHUTDOWN_DELAY=5 DATA_DIR=/data
COPY --from=build /image/root /
# /data and /tmp, owned by the user.
COPY --from=build --chown=1000:1000 /image/writable /
WORKDIR /app
# Numbers, because Kubernetes cannot see from a name that the user is not root.
USER 1000:1000
EXPOSE 3000
# Each check starts a second Node for a moment, so it is rare: a proxy or an orchestrator asks /readyz itself.
HEALTHCHECK --interval=60s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A list, not a string: there is no shell, and a shell would not pass SIGTERM on.
CMD ["node", "dist/server/index.js"]
