import type { ReglaClima } from '@acequia/contracts';

/** Between the threshold that turns on and the one that turns off, on the axis of its value. */
export interface RuleBand {
  valor: 'temperatura' | 'humedad';
  desde: number;
  hasta: number;
  /** Of its rule. */
  nombre: string;
}

/** The bands of the active rules that read this sensor, one per stage. Values that the chart has no line for have none. */
export const ruleBands = (
  reglas: readonly Pick<ReglaClima, 'activa' | 'sensor_switch_id' | 'valor' | 'nombre' | 'etapas'>[],
  sensorId: number,
): RuleBand[] =>
  reglas.flatMap(({ activa, sensor_switch_id, valor, nombre, etapas }) =>
    activa === 1 && sensor_switch_id === sensorId && (valor === 'temperatura' || valor === 'humedad')
      ? etapas.map(({ enciende, apaga }) => ({
          valor,
          desde: Math.min(enciende, apaga),
          hasta: Math.max(enciende, apaga),
          nombre,
        }))
      : [],
  );
