import type { AccionComando, FinDeEncendido } from '@acequia/contracts';
import { duracion } from '../../lib/format/duration.js';
import { hora } from '../../lib/format/format.js';
import type { SwitchOrder } from './order.js';

const ENCENDIDO = { on: 'ENCENDIDO', off: 'APAGADO' } as const;

const outcome = ({ comando_id, accion, estado, detalle }: SwitchOrder): string => {
  switch (estado) {
    case 'solicitado':
    case 'enviado':
      return textos.verbos[accion].enCurso;
    case 'confirmado':
      return 'Confirmado por la placa';
    case 'vencido':
      return 'La orden venció sin llegar a la placa';
    case 'rechazado':
      return detalle ? `Rechazado: ${detalle}` : 'Rechazado por la placa';
    case 'sin_respuesta':
      return comando_id === null ? `No se sabe si la orden salió. ${detalle ?? ''}` : 'Sin respuesta de la placa';
  }
};

const ending = ({ causa, ts, limite_s }: FinDeEncendido): string => {
  const cuando = `a las ${hora(ts)}`;
  switch (causa) {
    case 'limite':
      return `Se apagó sola ${cuando}${limite_s === null ? ', por su límite' : `, límite de ${duracion(limite_s / 60)}`}`;
    case 'sistema':
      return `La apagó el sistema ${cuando}`;
    case 'enclavamiento':
      return `La apagó un enclavamiento ${cuando}`;
    case 'persona':
      return `La apagó una persona ${cuando}`;
    case 'placa':
      return `Se apagó en la placa ${cuando}`;
  }
};

/** What operating a switch says, on every screen that does it. */
export const textos = {
  verbos: {
    on: { boton: 'Encender', enCurso: 'Encendiendo…' },
    off: { boton: 'Apagar', enCurso: 'Apagando…' },
  },
  outcome,
  ending,
  discrepancia: (pedido: AccionComando, hace: string) =>
    `Pedido ${ENCENDIDO[pedido]} ${hace}, la placa dice ${ENCENDIDO[pedido === 'on' ? 'off' : 'on']}`,
  bloqueo: {
    titulo: 'Bloqueado por mantenimiento',
    corto: (quien: string, motivo: string) => `Bloqueado por ${quien}: ${motivo}`,
  },
  operar: (nombre: string) => `Operar ${nombre}`,
  mas: { boton: 'Más…', de: (nombre: string) => `Más opciones de ${nombre}` },
} as const;
