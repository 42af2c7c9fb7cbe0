# The shop as an image: `docker build -t gloed .`. Its steps are run one by one in a clean root by `npm run test:deploy`.

FROM node:24-bookworm-slim AS build
# The pinned Node, which npm installs, needs the first; without its symbols it is 31 MB smaller.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 binutils
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --min-release-age=0
COPY bin bin
COPY migrations migrations
COPY simulators simulators
COPY src src
COPY tools tools
COPY tsconfig.json vite.config.ts ./
RUN npm run --silent release -- /release && strip /release/bin/node

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends libatomic1 \
 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin gloed \
 && install --directory --owner=gloed --group=gloed --mode=0700 /data /backups
COPY --from=build /release /app
USER gloed
WORKDIR /data
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=3000
ENV DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# A migration may take minutes, and the node answers after it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=15m --retries=3 \
  CMD ["/app/bin/gloed", "health"]
ENTRYPOINT ["/app/bin/gloed"]
CMD ["server"]
