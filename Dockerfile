# docker build -t whistlestop . && docker run -p 8080:8080 -v whistlestop:/data whistlestop

FROM node:20-bookworm-slim AS web
WORKDIR /whistlestop
COPY web/package.json web/package-lock.json web/
RUN cd web && npm ci --no-audit --no-fund
COPY web web
# The client draws the maps that the rules play on.
COPY maps maps
COPY decks decks
COPY editions editions
RUN cd web && npm run build

FROM rust:1.95-slim-bookworm AS program
RUN apt-get update && apt-get install -y --no-install-recommends build-essential && rm -rf /var/lib/apt/lists/*
WORKDIR /whistlestop
COPY . .
COPY --from=web /whistlestop/web/dist web/dist
RUN cargo build --release --locked --package whistlestop

FROM debian:bookworm-slim
RUN useradd --uid 10001 --no-create-home whistlestop && mkdir /data && chown whistlestop /data
COPY --from=program /whistlestop/target/release/whistlestop /usr/local/bin/
USER whistlestop
VOLUME /data
EXPOSE 8080
ENV WHISTLESTOP_LISTEN=0.0.0.0:8080 WHISTLESTOP_DATA_DIR=/data
STOPSIGNAL SIGTERM
ENTRYPOINT ["whistlestop"]
CMD ["serve"]
