# syntax=docker/dockerfile:1
# The image of web, worker, migrations and commands; the command decides which one runs. Build: docker build -t einzug .
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma ./prisma
COPY scripts/schema-engine.mjs ./scripts/schema-engine.mjs
RUN npm ci
COPY . .
RUN npm run build && npm run package

# The vendors' twins run from their sources. For trials only (compose profile "sandbox").
FROM build AS sandbox
# A new volume gets the owner of the folder on which it is mounted.
RUN mkdir /data && chown node:node /data
USER node
CMD ["node", "--import", "tsx", "sandbox/main.ts"]

# Only Node.js and npm, without the compilers' headers and yarn of their own image. All files belong to root, so a process
# cannot change its own code.
FROM debian:bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 NPM_CONFIG_UPDATE_NOTIFIER=false
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /usr/local/lib/node_modules/npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /app
COPY --from=build /app/release ./
USER 1000:1000
EXPOSE 3000
# Without npm in between, which would not pass signals on.
CMD ["node", "dist/web.js"]
