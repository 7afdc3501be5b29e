import { Gauge, type Registry } from 'prom-client';

/** Shows when the certificate of this process ends. It is asked at each look, because certificates are replaced. */
export function showCertificate(registry: Registry, endsAtMs: () => number): void {
  new Gauge({
    name: 'service_certificate_expiry_timestamp_seconds',
    help: 'When the certificate for TLS between services ends, Unix time.',
    registers: [registry],
    collect() {
      this.set(endsAtMs() / 1_000);
    },
  });
}
