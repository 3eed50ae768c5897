import type { AccionComando } from '@acequia/contracts';
import { enCamino, useMandoDeSwitch, type OrdenDeSwitch } from '../lib/mando-de-switch.js';

const VERBOS: Record<AccionComando, { boton: string; enCurso: string }> = {
  on: { boton: 'Encender', enCurso: 'Encendiendo…' },
  off: { boton: 'Apagar', enCurso: 'Apagando…' },
};

const desenlace = ({ accion, estado, detalle }: OrdenDeSwitch): string => {
  switch (estado) {
    case 'solicitado':
    case 'enviado':
      return VERBOS[accion].enCurso;
    case 'confirmado':
      return 'Confirmado por la placa';
    case 'vencido':
      return 'La orden venció sin llegar a la placa';
    case 'rechazado':
      return detalle ? `Rechazado: ${detalle}` : 'Rechazado por la placa';
    case 'sin_respuesta':
      return 'Sin respuesta de la placa';
  }
};

/**
 * Encender and Apagar, and what became of the last order. The state itself is told by the chip beside it, and only by what
 * the board says. Plain buttons, styled by the theme's global CSS: a panel holds four hundred of them.
 */
export function MandoSwitch({ switchId, nombre, activo }: { switchId: number; nombre: string; activo: boolean }) {
  const { orden, mandar } = useMandoDeSwitch(switchId);
  const esperando = enCamino(orden);
  return (
    <div className="mando" data-mando={switchId}>
      {(['on', 'off'] as const).map((accion) => (
        <button
          key={accion}
          type="button"
          data-accion={accion}
          aria-label={`${VERBOS[accion].boton} ${nombre}`}
          disabled={!activo || esperando}
          onClick={() => mandar(accion)}
        >
          {VERBOS[accion].boton}
        </button>
      ))}
      <span role="status" data-estado-orden={orden?.estado}>
        {orden && desenlace(orden)}
      </span>
    </div>
  );
}
