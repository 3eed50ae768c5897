import type { Metricas, DispositivoReason } from '@acequia/contracts';
import { REDIS_DURABLE } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { KnownDispositivo } from '../../registry/account-directory.js';

/** A device nobody reads any more is forgotten. */
const KEPT_S = 30 * 86_400;

/** What is known of a device. Times in ms. */
export interface EstadoDispositivo {
  /** What it was read as: a device that got another id, key or company is another one. */
  de: string;
  online: boolean;
  salida: 0 | 1 | null;
  metricas: Metricas | null;
  /** The device's own clock. */
  ts: number | null;
  /** Last time the cloud told its state. */
  readValue: number | null;
  /** Last time it was tried. */
  attempt: number;
  motivo: DispositivoReason | null;
}

export const identityOf = ({ empresa_id, cuenta, shelly_id }: KnownDispositivo): string =>
  `${empresa_id}:${cuenta}:${shelly_id}`;

const key = (id: number): string => `{dispositivo:${id}}`;

/** Last-known state of devices, in the durable Redis: it is there after a restart, before anything is read again. */
@Injectable()
export class DeviceStateStore {
  constructor(@Inject(REDIS_DURABLE) private readonly redis: Redis) {}

  /** In the order given; null where nothing is known. */
  async read(dispositivos: readonly KnownDispositivo[]): Promise<(EstadoDispositivo | null)[]> {
    const texts = await Promise.all(dispositivos.map(({ id }) => this.redis.get(key(id))));
    return texts.map((text, i) => {
      const estado = text === null ? null : (JSON.parse(text) as EstadoDispositivo);
      return estado?.de === identityOf(dispositivos[i] as KnownDispositivo) ? estado : null;
    });
  }

  async write(estados: ReadonlyMap<number, EstadoDispositivo>): Promise<void> {
    await Promise.all(
      [...estados].map(([id, estado]) => this.redis.set(key(id), JSON.stringify(estado), 'EX', KEPT_S)),
    );
  }

  async delete(id: number): Promise<void> {
    await this.redis.del(key(id));
  }
}
