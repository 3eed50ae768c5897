import type { Placa, PlacaCredencial } from '@acequia/contracts';
import { Button } from '@chakra-ui/react';
import { readUsuario } from '../../../lib/session.js';
import type { Edit } from '../../../components/form/use-edit.js';
import { useExternalBroker, usePlacaActions } from '../api/placas.js';
import { texts } from '../textos.js';

interface Props {
  placa: Placa;
  empresa: string;
  edit: Pick<Edit, 'busy' | 'act'>;
  onCredential: (credential: PlacaCredencial) => void;
  onDeleted: () => void;
}

/** New credentials, revoke, delete; each asks before it runs. */
export function PlacaButtons({ placa, empresa, edit: { busy, act }, onCredential, onDeleted }: Props) {
  const actions = usePlacaActions();
  const externalBroker = useExternalBroker();
  const renew = async () => {
    let nueva: PlacaCredencial | undefined;
    const task = async () => {
      nueva = await actions.renew(placa.placa_id);
    };
    const { question: issue, liveTogether, endings } = texts.renew;
    const hasValid = placa.revocada === 0 && placa.credencial_definida === 1;
    const question = hasValid ? `${issue} ${externalBroker ? endings : liveTogether}` : issue;
    if ((await act({ ...texts.renew, question, task })) && nueva) onCredential(nueva);
  };
  const nombre = placa.nombre ? `${placa.id} (${placa.nombre})` : String(placa.id);
  const revoke = () => {
    const task = () => actions.revoke(placa.placa_id);
    return act({ ...texts.revoke, detalle: texts.revoke.detalle(nombre), danger: true, task });
  };
  const eliminar = async () => {
    const task = () => actions.eliminar(placa.placa_id);
    const detalle = texts.eliminar.detalle(nombre, empresa);
    if (await act({ ...texts.eliminar, detalle, danger: true, task })) onDeleted();
  };
  return (
    <>
      <Button variant="surface" colorPalette="campo" disabled={busy} onClick={() => void renew()}>
        {texts.renew.accion}
      </Button>
      <Button
        variant="surface"
        colorPalette="miel"
        disabled={busy || placa.revocada === 1 || placa.credencial_definida === 0}
        onClick={() => void revoke()}
      >
        {texts.revoke.accion}
      </Button>
      {readUsuario()?.rol === 'admin_global' && (
        <Button variant="surface" colorPalette="teja" disabled={busy} onClick={() => void eliminar()}>
          {texts.eliminar.accion}
        </Button>
      )}
    </>
  );
}
