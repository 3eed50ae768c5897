import type { CondicionOmitir } from '@acequia/contracts';

/** A sensor's last word. */
export interface LecturaSensor {
  temperatura: number | null;
  humedad: number | null;
  ts: number;
}

/** A reading that is older decides nothing, ms: the turn runs as planned. */
export const SENSOR_VIEJO_MS = 900_000;

export interface Decision {
  /** Of the planned seconds; 0 = skipped. */
  porcentaje: number;
  motivo: string;
}

const PALABRAS: Readonly<Record<CondicionOmitir['tipo'], string>> = {
  humedad_mayor: 'humedad',
  humedad_menor: 'humedad',
  temperatura_mayor: 'temperatura',
  temperatura_menor: 'temperatura',
  helada: 'temperatura',
};

const fires = ({ tipo, valor }: CondicionOmitir, lectura: LecturaSensor): number | null => {
  const value = tipo.startsWith('humedad') ? lectura.humedad : lectura.temperatura;
  if (value === null) return null;
  const past = tipo.endsWith('mayor') ? value > valor : tipo === 'helada' ? value <= valor : value < valor;
  return past ? value : null;
};

/** What the conditions of a program say of a turn that is about to start; null = it runs as planned. The strictest wins. */
export const decide = (
  condiciones: readonly CondicionOmitir[],
  lecturaDe: (switch_id: number) => { nombre: string; lectura: LecturaSensor | null },
  now: number,
): Decision | null => {
  let decision: Decision | null = null;
  for (const condicion of condiciones) {
    const { nombre, lectura } = lecturaDe(condicion.switch_id);
    if (!lectura || now - lectura.ts > SENSOR_VIEJO_MS) continue;
    const value = fires(condicion, lectura);
    if (value === null) continue;
    const porcentaje = condicion.reducir_a ?? 0;
    if (decision && decision.porcentaje <= porcentaje) continue;
    const unidad = condicion.tipo.startsWith('humedad') ? '%' : '°C';
    const what =
      condicion.tipo === 'helada' ? 'Riesgo de helada' : porcentaje === 0 ? 'Se omitió' : `Se redujo a ${porcentaje} %`;
    const motivo = `${what}: ${PALABRAS[condicion.tipo]} de ${value} ${unidad} en «${nombre}»`;
    decision = { porcentaje, motivo };
  }
  return decision;
};
