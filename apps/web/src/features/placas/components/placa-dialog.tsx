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
import { textos } from '../textos.js';
import { DeadLetters } from './dead-letters.js';

const { detalle: t, columns } = textos;

interface Props {
  placa: Placa;
  empresa: string;
  onCredential: (credential: PlacaCredencial) => void;
  onClose: () => void;
}

/** One board: how it is, its credentials, what it sent in vain. */
export function PlacaDialog({ placa, empresa, onCredential, onClose }: Props) {
  const { busy, failure, actuar } = useEdit(useForm());
  const actions = usePlacaActions();
  const externalBroker = useExternalBroker();
  const renew = async () => {
    let nueva: PlacaCredencial | undefined;
    const task = async () => {
      nueva = await actions.renew(placa.placa_id);
    };
    const { question: issue, liveTogether, endings } = textos.renew;
    const hasValid = placa.revocada === 0 && placa.credencial_definida === 1;
    const question = hasValid ? `${issue} ${externalBroker ? endings : liveTogether}` : issue;
    if ((await actuar({ ...textos.renew, question, task })) && nueva) onCredential(nueva);
  };
  const nombre = placa.nombre ? `${placa.id} (${placa.nombre})` : String(placa.id);
  const revoke = () => {
    const task = () => actions.revoke(placa.placa_id);
    return actuar({ ...textos.revoke, detalle: textos.revoke.detalle(nombre), danger: true, task });
  };
  const eliminar = async () => {
    const task = () => actions.eliminar(placa.placa_id);
    const detalle = textos.eliminar.detalle(nombre, empresa);
    if (await actuar({ ...textos.eliminar, detalle, danger: true, task })) onClose();
  };

  const data: [string, ReactNode][] = [
    [columns.nombre, placa.nombre || textos.sinDato],
    [columns.empresa, empresa],
    [columns.conexion, <OnlineChip online={placa.online === 1} />],
    [columns.seenAt, <Age ts={placa.ultimo_visto} />],
    [columns.dialecto, NOMBRE_DIALECTO[placa.dialecto]],
    [t.modelo, placa.modelo],
    [columns.firmware, placa.fw ?? textos.sinDato],
    [columns.senal, placa.rssi === null ? textos.sinDato : `${placa.rssi} dBm`],
    [columns.switches, placa.switches],
    [columns.timer, textos.timer[placa.reloj_adelantado]],
    ...(placa.consumo ? [[t.consumo, t.consumoDe(placa.consumo)] satisfies [string, ReactNode]] : []),
    [t.credential, placa.revocada === 1 ? t.revocada : placa.credencial_definida === 1 ? t.vigente : t.sinCredencial],
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
              {textos.renew.accion}
            </Button>
            <Button
              variant="surface"
              colorPalette="miel"
              disabled={busy || placa.revocada === 1 || placa.credencial_definida === 0}
              onClick={() => void revoke()}
            >
              {textos.revoke.accion}
            </Button>
            {readUsuario()?.rol === 'admin_global' && (
              <Button variant="surface" colorPalette="teja" disabled={busy} onClick={() => void eliminar()}>
                {textos.eliminar.accion}
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
          {textos.relojAyuda}
        </Text>
      )}
      <DeadLetters placaId={placa.placa_id} />
    </Sheet>
  );
}
