import { Button } from '@chakra-ui/react';

export type AccionDeEstado = 'suspender' | 'reactivar' | 'eliminar';

interface Props {
  /** Suspender is offered to what is active, Reactivar to what is not. */
  activo: boolean;
  ocupado: boolean;
  onAccion: (accion: AccionDeEstado) => void;
}

/** What an editing dialog offers beside saving; each of them asks before it acts. */
export const AccionesDeEstado = ({ activo, ocupado, onAccion }: Props) => (
  <>
    {activo ? (
      <Button variant="surface" colorPalette="miel" disabled={ocupado} onClick={() => onAccion('suspender')}>
        Suspender
      </Button>
    ) : (
      <Button variant="surface" colorPalette="campo" disabled={ocupado} onClick={() => onAccion('reactivar')}>
        Reactivar
      </Button>
    )}
    <Button variant="surface" colorPalette="teja" disabled={ocupado} onClick={() => onAccion('eliminar')}>
      Eliminar
    </Button>
  </>
);
