import { type Medida, MEASUREMENT_FIELDS, MEASUREMENT_SCALE, measurementUnit } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ApiPointsRepository, type MeterPoint } from './api-points.repository.js';
import { InTurn } from './in-turn.js';
import { MedidasService } from './medidas.service.js';

/** What a centinela said at one time: `values` as a meter row has them, `ts` in ms. */
export interface MeterSample {
  dispositivo_id: number;
  empresa_id: number;
  ts: number;
  values: readonly (number | null)[];
}

const WH_IN_KWH = 1_000;

/** Gives points the values of the centinelas that they follow. */
@Injectable()
export class MeterPoints {
  private readonly turns = new InTurn<number>();

  constructor(
    private readonly points: ApiPointsRepository,
    private readonly medidas: MedidasService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects: the sample itself is stored by another way, and a point misses one value. */
  async follow(samples: readonly MeterSample[]): Promise<void> {
    if (samples.length === 0) return;
    const ids = samples.map(({ dispositivo_id }) => dispositivo_id);
    try {
      await this.turns.run(ids, () => this.take(samples));
    } catch (error) {
      this.logger.warn({ err: error, dispositivos: ids }, 'points missed a value of their centinela');
    }
  }

  private async take(samples: readonly MeterSample[]): Promise<void> {
    const points = await this.points.ofMeters(samples);
    const said = new Map(samples.map((sample) => [sample.dispositivo_id, sample]));
    const medidas = points.flatMap((point) => {
      const sample = said.get(point.dispositivo_id);
      return sample ? [medidaOf(point, sample)] : [];
    });
    if (medidas.length === 0) return;
    const byId = new Map(points.map((point) => [point.id, point]));
    const { rechazadas } = await this.medidas.take(medidas, byId, { history: 'if_there' });
    if (rechazadas.length > 0) this.logger.warn({ rechazadas }, 'values of centinelas were refused by their points');
  }
}

const medidaOf = ({ id, campo, a, b }: MeterPoint, { ts, values }: MeterSample): Medida => {
  const kept = values[MEASUREMENT_FIELDS.indexOf(campo)] ?? null;
  const unit = measurementUnit(campo);
  const scale = MEASUREMENT_SCALE[unit] * (unit === 'wh' ? WH_IN_KWH : 1);
  return { punto_id: id, ts, valor: kept === null ? null : a * (kept / scale) + b };
};
