import type { AccionComando } from '@acequia/contracts';
import type { OrdenDeSwitch } from '../../lib/orden.js';

const ENCENDIDO = { on: 'ENCENDIDO', off: 'APAGADO' } as const;

const desenlace = ({ comando_id, accion, estado, detalle }: OrdenDeSwitch): string => {
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

/** What operating a switch says, on every screen that does it. */
export const textos = {
  verbos: {
    on: { boton: 'Encender', enCurso: 'Encendiendo…' },
    off: { boton: 'Apagar', enCurso: 'Apagando…' },
  },
  desenlace,
  discrepancia: (pedido: AccionComando, hace: string) =>
    `Pedido ${ENCENDIDO[pedido]} ${hace}, la placa dice ${ENCENDIDO[pedido === 'on' ? 'off' : 'on']}`,
  bloqueo: {
    titulo: 'Bloqueado por mantenimiento',
    corto: (quien: string, motivo: string) => `Bloqueado por ${quien}: ${motivo}`,
  },
  operar: (nombre: string) => `Operar ${nombre}`,
  mas: { boton: 'Más…', de: (nombre: string) => `Más opciones de ${nombre}` },
} as const;
