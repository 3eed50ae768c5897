import type { AccionComando, SwitchEnVivo } from '@acequia/contracts';
import { createContext, use } from 'react';
import { useSegunReloj } from '../../lib/clock.js';
import { useMandoDeSwitch } from '../../lib/mando-de-switch.js';
import { enCamino, type OrdenDeSwitch } from '../../lib/orden.js';
import { Edad } from '../edad.js';
import { AvisoBloqueo } from './aviso-bloqueo.js';
import { Discrepancia } from './discrepancia.js';
import { textos } from './textos.js';

/** An outcome goes once it is no news any more; what went wrong stays longer. ms */
const NOVEDAD_MS = { confirmado: 2 * 60_000, otro: 60 * 60_000 } as const;
const CON_EDAD_MS = 60_000;

const esNovedad = (orden: OrdenDeSwitch | null, now: number): boolean =>
  enCamino(orden) ||
  (orden !== null && now - orden.ts < NOVEDAD_MS[orden.estado === 'confirmado' ? 'confirmado' : 'otro']);

/** What is said of the newest order: that it is on its way, or how it ended for as long as that is news. */
export const useNovedad = (orden: OrdenDeSwitch | null): string | null =>
  useSegunReloj((now) => esNovedad(orden, now)) && orden ? textos.desenlace(orden) : null;

interface Props {
  sw: SwitchEnVivo;
  nombre: string;
  /** Nothing can be asked while this browser is cut off. */
  activo: boolean;
  /** Of an Encender, s; undefined: up to the switch's limit; null: not known yet, so it cannot be asked for. */
  duracion_s?: number | undefined | null;
}

/** Opens what else can be done with a switch; null where that is open already. */
export const MasContext = createContext<((switchId: number) => void) | null>(null);

/**
 * Encender and Apagar, what became of the last order, who locked it out, and whether the board says otherwise than was asked.
 * The state itself is told by the chip beside it, and only by what the board says. Plain buttons, styled by the theme's global
 * CSS: a panel holds four hundred of them.
 */
export function MandoSwitch({ sw, nombre, activo, duracion_s }: Props) {
  const abrirMas = use(MasContext);
  const { orden, mandar } = useMandoDeSwitch(sw.id, sw.comando);
  const novedad = useNovedad(orden);
  const boton = (accion: AccionComando, puede: boolean) => (
    <button
      type="button"
      data-accion={accion}
      aria-label={`${textos.verbos[accion].boton} ${nombre}`}
      disabled={!activo || !puede || enCamino(orden)}
      onClick={() => mandar({ accion, ...(accion === 'on' && duracion_s && { duracion_s }) })}
    >
      {textos.verbos[accion].boton}
    </button>
  );
  return (
    <div className="mando" data-mando={sw.id}>
      {sw.bloqueo ? <AvisoBloqueo bloqueo={sw.bloqueo} /> : boton('on', sw.activo === 1 && duracion_s !== null)}
      {boton('off', true)}
      {abrirMas && (
        <button type="button" aria-label={textos.mas.de(nombre)} disabled={!activo} onClick={() => abrirMas(sw.id)}>
          {textos.mas.boton}
        </button>
      )}
      <span role="status" data-estado-orden={novedad === null ? undefined : orden?.estado}>
        {novedad}
      </span>
      {novedad !== null && orden && <EdadDeOrden orden={orden} />}
      <Discrepancia sw={sw} />
    </div>
  );
}

/** Apart from the outcome, which is read out when it changes. */
function EdadDeOrden({ orden }: { orden: OrdenDeSwitch }) {
  const vieja = useSegunReloj((now) => !enCamino(orden) && now - orden.ts > CON_EDAD_MS);
  return vieja && <Edad ts={orden.ts} />;
}
