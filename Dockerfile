# The image that this one takes over from. Its hashed files stay for a while, for pages that are still
# open: docker build --build-arg PREVIOUS=registry.example/setu-circle:41 …
# The first time there is none, and any image without /app/dist will do.
ARG PREVIOUS=node:24-slim
FROM ${PREVIOUS} AS previous

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN --mount=type=bind,from=previous,target=/previous \
  npm run build -- --earlier /previous/app/dist
RUN npm exec -- tsx scripts/collect-image.ts /image

# Only what runs: Node, the libraries that it is linked with, and dist/, in which the packages are
# bundled. No shell, no npm, no source.
# Without SMTP_URL the newsletter is off and nothing is written to disk: `docker run --read-only`
# works. With it, mount a volume on /data, or give DATABASE_URL.
FROM scratch
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 \
  SHUTDOWN_DELAY=5 MAIL_WITHOUT_SMTP=off DATA_DIR=/data
COPY --from=build /image/root /
# The folders in it, /data and /tmp, so that they belong to the user.
COPY --from=build --chown=1000:1000 /image/writable /
WORKDIR /app
# Numbers, because Kubernetes cannot know by a name that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A list, not a string: there is no shell, and a shell would not pass SIGTERM on.
CMD ["node", "dist/server/index.js"]
