import type { Metricas, DispositivoReason } from '@acequia/contracts';
import { REDIS_DURABLE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { KnownDispositivo } from '../../registry/account-directory.js';

/** A device's state expires this long after its last read, s. */
const KEPT_S = 30 * 86_400;

/** The last-known state of a device. Times in ms. */
export interface EstadoDispositivo {
  /** The identity it was read under: with another id, key or company it is another device. */
  de: string;
  online: boolean;
  salida: 0 | 1 | null;
  metricas: Metricas | null;
  /** The device's own clock. */
  ts: number | null;
  /** The last time the cloud reported its state. */
  readAt: number | null;
  /** The last attempt to read it. */
  attempt: number;
  motivo: DispositivoReason | null;
}

export const identityOf = ({ empresa_id, cuenta, shelly_id }: KnownDispositivo): string =>
  `${empresa_id}:${cuenta}:${shelly_id}`;

const key = (id: number): string => `{dispositivo:${id}}`;

/** Last-known state of devices, in the durable Redis, so that it is there after a restart before anything is read again. */
@Injectable()
export class DeviceStateStore {
  constructor(@Inject(REDIS_DURABLE) private readonly redis: RedisClient) {}

  /** Answers in the order given; null where nothing is known. */
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
