import { Bus } from '@acequia/bus';
import { type CallName, type Service, SERVICES, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';

const OTHERS = SERVICES.filter((servicio) => servicio !== 'api-gateway');
/** The route is public, so the services are asked at most once in this time, ms. */
const VALID_MS = 1_000;

type Salud = { sin_respuesta: Service[] };

@Injectable()
export class HealthService {
  private latest: { at: number; salud: Promise<Salud> } | undefined;

  constructor(private readonly bus: Bus) {}

  /** The services that do not answer; the result is at most a second old. */
  ask(): Promise<Salud> {
    const now = performance.now();
    if (!this.latest || now - this.latest.at > VALID_MS) this.latest = { at: now, salud: this.askEverybody() };
    return this.latest.salud;
  }

  private async askEverybody(): Promise<Salud> {
    const answers = await Promise.allSettled(
      OTHERS.map((servicio) => this.bus.call(`${servicio}.salud` satisfies CallName, {}, sistema('api-gateway'))),
    );
    return { sin_respuesta: OTHERS.filter((_, index) => answers[index]?.status === 'rejected') };
  }
}
