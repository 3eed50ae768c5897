import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { LOGGER, type Logger, Recurring } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ORDER_OF_TURN } from './person-orders.js';

const LOOK_MS = 2_000;
/** A person's ON that ends this much before its turn is left as it is, ms. */
const SLACK_MS = 5_000;
const YO = sistema('automation');

interface Shortened {
  turno_id: string;
  switch_id: number | null;
  dispositivo_id: number | null;
  ends: string;
}

const END = 't.real_inicio + t.segundos * 1000::bigint';

/** Running turns that a person's newer ON, with its own time, would end early. */
const SHORTENED = `UPDATE turnos AS t SET orden_en = $1 FROM ordenes_de_personas o
  WHERE t.estado = 'en_curso' AND t.via = 'servicio' AND t.ordenado AND o.accion = 'on' AND o.ts > t.orden_en
    AND ${ORDER_OF_TURN}
    AND o.ts + o.max_s * 1000::bigint < ${END} - ${SLACK_MS}
  RETURNING t.turno_id, t.switch_id, t.dispositivo_id, ${END} AS ends`;

/** A person's ON in a turn of the service lasts to the later of both ends, as on a board that runs its agenda. */
@Injectable()
export class RenewalsService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly looks = new Recurring(
    () => this.look(),
    (error) => this.logger.warn({ err: error }, 'turns could not be renewed'),
  );

  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.looks.start(LOOK_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.looks.stop();
  }

  private async look(): Promise<void> {
    const now = Date.now();
    const [turnos]: [Shortened[], number] = await this.db.query(SHORTENED, [now]);
    await Promise.all(
      turnos.map((turno) =>
        this.renew(turno, now).catch((error: unknown) =>
          this.logger.warn({ err: error, turno_id: turno.turno_id }, 'a turn could not be renewed'),
        ),
      ),
    );
  }

  private async renew({ switch_id, dispositivo_id, ends }: Shortened, now: number): Promise<void> {
    const order = { accion: 'on', duracion_s: Math.ceil((Number(ends) - now) / 1_000), ip: '', navegador: '' } as const;
    if (switch_id !== null) await this.bus.call('switches.comandar', { id: switch_id, clave: null, ...order }, YO);
    else if (dispositivo_id !== null)
      await this.bus.call('dispositivos.comandar', { id: dispositivo_id, ...order }, YO);
  }
}
