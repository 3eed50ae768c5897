import { NOMBRE_DIALECTO, type Placa, type PlacaCredencial } from '@acequia/contracts';
import { Box, Button, Flex, Grid, Text } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Sheet } from '../../../components/dialog.js';
import { Age } from '../../../components/age.js';
import { OnlineChip } from '../../../components/online-chip.js';
import { FailureNotice } from '../../../components/form/form-dialog.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { readUsuario } from '../../../lib/session.js';
import { usePlacaActions, useExternalBroker } from '../api/placas.js';
import { texts } from '../textos.js';
import { DeadLetters } from './dead-letters.js';

const { detalle: t, columns } = texts;

interface Props {
  placa: Placa;
  empresa: string;
  onCredential: (credential: PlacaCredencial) => void;
  onClose: () => void;
}

/** One board: its state, its credentials, its dead letters. */
export function PlacaDialog({ placa, empresa, onCredential, onClose }: Props) {
  const { busy, failure, act } = useEdit(useForm());
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
    if (await act({ ...texts.eliminar, detalle, danger: true, task })) onClose();
  };

  const data: [string, ReactNode][] = [
    [columns.nombre, placa.nombre || texts.sinDato],
    [columns.empresa, empresa],
    [columns.connection, <OnlineChip online={placa.online === 1} />],
    [columns.seenAt, <Age ts={placa.ultimo_visto} />],
    [columns.dialecto, NOMBRE_DIALECTO[placa.dialecto]],
    [t.modelo, placa.modelo],
    [columns.firmware, placa.fw ?? texts.sinDato],
    [columns.signal, placa.rssi === null ? texts.sinDato : `${placa.rssi} dBm`],
    [columns.switches, placa.switches],
    [columns.timer, texts.timer[placa.reloj_adelantado]],
    ...(placa.consumo ? [[t.consumo, t.consumptionOf(placa.consumo)] satisfies [string, ReactNode]] : []),
    [t.credential, placa.revocada === 1 ? t.revocada : placa.credencial_definida === 1 ? t.valid : t.sinCredencial],
  ];

  return (
    <Sheet
      title={t.title(placa.id)}
      ancho={720}
      onClose={onClose}
      footer={
        <>
          <Flex gap="2" wrap="wrap" me="auto">
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
          </Flex>
          <Button variant="outline" onClick={onClose}>
            {t.closeIt}
          </Button>
        </>
      }
    >
      {failure && (
        <Box mx="-6">
          <FailureNotice failure={failure} />
        </Box>
      )}
      <Grid
        as="dl"
        templateColumns={{ base: 'auto 1fr', sm: 'auto 1fr auto 1fr' }}
        columnGap="4"
        rowGap="2"
        alignItems="center"
        mb="6"
      >
        {data.map(([title, value]) => (
          <Fragment key={title}>
            <Text as="dt" fontSize="xs" color="fg.muted">
              {title}
            </Text>
            <Box as="dd" overflowWrap="anywhere" minW="0">
              {value}
            </Box>
          </Fragment>
        ))}
      </Grid>
      {placa.reloj_adelantado === 1 && (
        <Text color="fg.warning" mb="4">
          {texts.clockHelp}
        </Text>
      )}
      <DeadLetters placaId={placa.placa_id} />
    </Sheet>
  );
}
