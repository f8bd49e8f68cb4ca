# syntax=docker/dockerfile:1

# Everything that building takes; nothing of it but the result goes on.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY app ./app
COPY components ./components
COPY lib ./lib
COPY public ./public
COPY scripts ./scripts
COPY instrumentation.ts next.config.ts postcss.config.mjs tsconfig.json ./
RUN npm run standalone && install -d -m 0700 /data

# Debian's C and C++ libraries, certificates and time zones, without a shell or a package manager. Node is the one in package-lock.json.
# One image for every kind of process: `lib/runtime/serve.ts`, `lib/runtime/services.ts`, `lib/runtime/worker.ts`, and `scripts/admin.ts`
# for commands. PostgreSQL is elsewhere: DATABASE_URL says where.
FROM gcr.io/distroless/cc-debian13:nonroot
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 OPERATIONS_PORT=9100 CARTWRIGHT_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules/node/bin/node /usr/local/bin/node
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build /app/.next/standalone ./
USER 65532:65532
VOLUME /data
EXPOSE 3000
# Asked on the operator's port, which each kind of process has, and which is open inside the container only.
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPERATIONS_PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "lib/runtime/serve.ts"]
