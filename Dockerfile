# One image for web and worker; the command decides which one runs. Build: docker build -t einzug .
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma ./prisma
COPY scripts/schema-engine.mjs ./scripts/schema-engine.mjs
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build --chown=node:node /app ./
# A new volume gets the owner of the folder on which it is mounted. The twins write to it.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
CMD ["npm", "run", "start"]
