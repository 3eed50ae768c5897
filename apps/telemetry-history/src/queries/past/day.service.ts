import { type CallRequest, sistema, type StoredDay } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { EnergiaService } from '../energia/energia.service.js';
import { EncendidoService } from '../history/encendido.service.js';
import { DayRepository } from './day.repository.js';

const YO = sistema('telemetry-history');
/** Maximum of concurrent queries: a day of a large company must not take every connection. */
const AT_ONCE = 4;

/** Collects a company's day: irrigation, energy and extremes. */
@Injectable()
export class DayService {
  constructor(
    private readonly repository: DayRepository,
    private readonly encendido: EncendidoService,
    private readonly energia: EnergiaService,
  ) {}

  async day({ empresa_id, dia, dispositivos }: CallRequest<'historial.dia'>): Promise<StoredDay> {
    const [switches, devices, extremos] = await Promise.all([
      this.repository.switchesOf(empresa_id),
      this.repository.devicesOf(empresa_id, dispositivos),
      this.repository.extremes(empresa_id, dia),
    ]);
    const range = { desde: dia, hasta: dia };
    const riego = await inTurns(switches, async ({ id, zona, nombre }) => {
      const [day] = await this.encendido.dias(YO, id, range);
      const { minutos = null, minutos_sin_datos = 0, en_curso = false } = day ?? {};
      return { switch_id: id, zona, nombre, minutos, minutos_sin_datos, en_curso };
    });
    const energia = await inTurns(devices, async ({ id, nombre }) => {
      const [day] = await this.energia.dias(YO, id, range);
      const { kwh = null, incompleto = true, reinicio = false, lectura_omitida = false } = day ?? {};
      return { dispositivo_id: id, nombre, kwh, incompleto, reinicio, lectura_omitida };
    });
    return {
      en_curso: riego.some(({ en_curso }) => en_curso),
      riego: riego.map(({ en_curso: _, ...one }) => one),
      energia,
      extremos,
    };
  }
}

/** Returns the results in the order of `things`. */
const inTurns = async <T, R>(things: readonly T[], work: (thing: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < things.length; i = next++) results[i] = await work(things[i]!);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
};
