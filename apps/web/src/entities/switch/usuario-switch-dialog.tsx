import type { SwitchEnVivo } from '@acequia/contracts';
import { ConfirmProvider } from '../../components/confirm.js';
import { SwitchDialog } from './switch-dialog.js';

interface Props {
  /** Undefined: none is open. */
  sw: SwitchEnVivo | undefined;
  onClose: () => void;
}

/** An end user's hand on one switch, with what its questions need: fetched when it is asked for. */
export const UsuarioSwitchDialog = ({ sw, onClose }: Props) => (
  <ConfirmProvider>
    {sw && (
      <SwitchDialog
        title={`${sw.zona} - ${sw.nombre}`}
        sw={sw}
        failure={false}
        comandos={`/panel/comandos?switch=${sw.id}`}
        onClose={onClose}
      />
    )}
  </ConfirmProvider>
);
