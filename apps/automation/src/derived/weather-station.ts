import { Bus } from '@acequia/bus';
import { type MagnitudClave, orGone, type Punto, sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';

const CALLER = sistema('automation');

/** What ET0 takes beside temperature and humidity. */
const MEASURED = { radiacion: 'radiacion', viento: 'viento_velocidad' } as const satisfies Record<
  string,
  MagnitudClave
>;
type Measure = keyof typeof MEASURED;

/** Means by the beginnings of their steps, ms; null = nothing known. */
export type Means = readonly { ts: number; media: number | null }[];
export type Station = Partial<Record<Measure, number>>;

interface Where {
  empresa_id: number;
  /** Of the board that tells the temperature. */
  sitio: string;
}

/** Points that measure the sun and the wind of a place. */
@Injectable()
export class WeatherStation {
  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Both points that count for a place, or none where one is missing or inventory is away: then ET0 is worked out without. */
  async of({ empresa_id, sitio }: Where): Promise<Station> {
    try {
      const puntos = await this.bus.call('puntos.listar', { empresa_id }, CALLER);
      const radiacion = nearest(puntos, MEASURED.radiacion, sitio);
      const viento = nearest(puntos, MEASURED.viento, sitio);
      return radiacion === undefined || viento === undefined ? {} : { radiacion, viento };
    } catch (error) {
      this.logger.warn({ err: error, empresa_id }, 'the weather station of a place could not be looked up');
      return {};
    }
  }

  /** What a point of it told, in steps of an hour at most; nothing while telemetry-history has not heard of it. */
  async means(punto_id: number | undefined, range: { desde: number; hasta: number }, width: number): Promise<Means> {
    if (punto_id === undefined) return [];
    const serie = await orGone(this.bus.call('puntos.serie', { punto_id, ...range, puntos: width }, CALLER));
    return serie?.puntos ?? [];
  }
}

/** The point of the same sitio; where that has none, the only one of the company. */
const nearest = (puntos: readonly Punto[], magnitud: MagnitudClave, sitio: string): number | undefined => {
  const all = puntos.filter((punto) => punto.magnitud === magnitud && punto.activo === 1);
  const here = all.find((punto) => punto.sitio === sitio && sitio !== '');
  return (here ?? (all.length === 1 ? all[0] : undefined))?.id;
};
