FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts

FROM dependencies AS build
COPY . .
RUN npm run build

# Only what runs: the bundle holds the packages, so there is no node_modules, no npm and no source.
# Without SMTP_URL the newsletter is off and nothing is written to disk: `docker run --read-only`
# works. With it, mount a volume on /data, or give DATABASE_URL.
FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 MAIL_WITHOUT_SMTP=off DATA_DIR=/data
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build /app/dist dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A list, not a string: a shell in between would keep SIGTERM to itself.
CMD ["node", "--disable-warning=DEP0169", "dist/server/index.js"]
