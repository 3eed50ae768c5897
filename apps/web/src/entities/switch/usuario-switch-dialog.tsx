import type { SwitchEnVivo } from '@acequia/contracts';
import { ConfirmProvider } from '../../components/confirm.js';
import { SwitchDialog } from './switch-dialog.js';

interface Props {
  /** Undefined: the dialog is closed. */
  sw: SwitchEnVivo | undefined;
  onClose: () => void;
}

/** The dialog of one switch for an end user, with the confirm provider it needs; loaded on demand. */
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
