import type { SwitchEnVivo } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useCallback, useState, type ComponentType, type ReactNode } from 'react';
import { MasContext } from '../../../entities/switch/switch-controls.js';
import { textos } from '../textos.js';

type Mando = ComponentType<{ sw: SwitchEnVivo | undefined; onCerrar: () => void }>;

interface Props {
  switches: readonly SwitchEnVivo[];
  children: ReactNode;
}

/**
 * What else can be done with the switches inside: for how long, lock out. Its forms weigh more than the panel: they come when
 * they are first asked for, and where they cannot be had, the panel says so and stays.
 */
export function MandoADemanda({ switches, children }: Props) {
  const [abierto, setAbierto] = useState<number | null>(null);
  const [Mando, setMando] = useState<Mando | null>(null);
  const [fallo, setFallo] = useState(false);
  const abrir = useCallback((id: number) => {
    setAbierto(id);
    import('../../../entities/switch/usuario-switch-dialog.js').then(
      ({ MandoDeUsuario }) => {
        setMando(() => MandoDeUsuario);
        setFallo(false);
      },
      () => setFallo(true),
    );
  }, []);
  return (
    <MasContext value={abrir}>
      {fallo && (
        <Text role="alert" color="fg.warning" px="4" pt="4">
          {textos.errorMando}
        </Text>
      )}
      {children}
      {Mando && (
        <MasContext value={null}>
          <Mando sw={switches.find(({ id }) => id === abierto)} onCerrar={() => setAbierto(null)} />
        </MasContext>
      )}
    </MasContext>
  );
}
