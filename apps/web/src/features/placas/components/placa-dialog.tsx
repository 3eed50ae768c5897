import { NOMBRE_DIALECTO, type Placa, type PlacaCredencial } from '@acequia/contracts';
import { Box, Button, Flex, Grid, Text } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Dialogo } from '../../../components/dialog.js';
import { Edad } from '../../../components/age.js';
import { EnLineaChip } from '../../../components/online-chip.js';
import { AvisoDeFallo } from '../../../components/form/form-dialog.js';
import { useEdicion } from '../../../components/form/use-edit.js';
import { leerUsuario } from '../../../lib/session.js';
import { useAccionesDePlaca, useBrokerExterno } from '../api/placas.js';
import { textos } from '../textos.js';
import { Descartes } from './dead-letters.js';

const { detalle: t, columnas } = textos;

interface Props {
  placa: Placa;
  empresa: string;
  onCredencial: (credencial: PlacaCredencial) => void;
  onCerrar: () => void;
}

/** One board: how it is, its credentials, what it sent in vain. */
export function DialogoPlaca({ placa, empresa, onCredencial, onCerrar }: Props) {
  const { ocupado, fallo, actuar } = useEdicion(useForm());
  const acciones = useAccionesDePlaca();
  const brokerExterno = useBrokerExterno();
  const renovar = async () => {
    let nueva: PlacaCredencial | undefined;
    const tarea = async () => {
      nueva = await acciones.renovar(placa.placa_id);
    };
    const { pregunta: emitir, conviven, terminan } = textos.renovar;
    const tieneVigente = placa.revocada === 0 && placa.credencial_definida === 1;
    const pregunta = tieneVigente ? `${emitir} ${brokerExterno ? terminan : conviven}` : emitir;
    if ((await actuar({ ...textos.renovar, pregunta, tarea })) && nueva) onCredencial(nueva);
  };
  const nombre = placa.nombre ? `${placa.id} (${placa.nombre})` : String(placa.id);
  const revocar = () => {
    const tarea = () => acciones.revocar(placa.placa_id);
    return actuar({ ...textos.revocar, detalle: textos.revocar.detalle(nombre), peligro: true, tarea });
  };
  const eliminar = async () => {
    const tarea = () => acciones.eliminar(placa.placa_id);
    const detalle = textos.eliminar.detalle(nombre, empresa);
    if (await actuar({ ...textos.eliminar, detalle, peligro: true, tarea })) onCerrar();
  };

  const datos: [string, ReactNode][] = [
    [columnas.nombre, placa.nombre || textos.sinDato],
    [columnas.empresa, empresa],
    [columnas.conexion, <EnLineaChip enLinea={placa.online === 1} />],
    [columnas.visto, <Edad ts={placa.ultimo_visto} />],
    [columnas.dialecto, NOMBRE_DIALECTO[placa.dialecto]],
    [t.modelo, placa.modelo],
    [columnas.firmware, placa.fw ?? textos.sinDato],
    [columnas.senal, placa.rssi === null ? textos.sinDato : `${placa.rssi} dBm`],
    [columnas.switches, placa.switches],
    [columnas.reloj, textos.reloj[placa.reloj_adelantado]],
    ...(placa.consumo ? [[t.consumo, t.consumoDe(placa.consumo)] satisfies [string, ReactNode]] : []),
    [t.credencial, placa.revocada === 1 ? t.revocada : placa.credencial_definida === 1 ? t.vigente : t.sinCredencial],
  ];

  return (
    <Dialogo
      titulo={t.titulo(placa.id)}
      ancho={720}
      onCerrar={onCerrar}
      pie={
        <>
          <Flex gap="2" wrap="wrap" me="auto">
            <Button variant="surface" colorPalette="campo" disabled={ocupado} onClick={() => void renovar()}>
              {textos.renovar.accion}
            </Button>
            <Button
              variant="surface"
              colorPalette="miel"
              disabled={ocupado || placa.revocada === 1 || placa.credencial_definida === 0}
              onClick={() => void revocar()}
            >
              {textos.revocar.accion}
            </Button>
            {leerUsuario()?.rol === 'admin_global' && (
              <Button variant="surface" colorPalette="teja" disabled={ocupado} onClick={() => void eliminar()}>
                {textos.eliminar.accion}
              </Button>
            )}
          </Flex>
          <Button variant="outline" onClick={onCerrar}>
            {t.cerrar}
          </Button>
        </>
      }
    >
      {fallo && (
        <Box mx="-6">
          <AvisoDeFallo fallo={fallo} />
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
        {datos.map(([titulo, valor]) => (
          <Fragment key={titulo}>
            <Text as="dt" fontSize="xs" color="fg.muted">
              {titulo}
            </Text>
            <Box as="dd" overflowWrap="anywhere" minW="0">
              {valor}
            </Box>
          </Fragment>
        ))}
      </Grid>
      {placa.reloj_adelantado === 1 && (
        <Text color="fg.warning" mb="4">
          {textos.relojAyuda}
        </Text>
      )}
      <Descartes placaId={placa.placa_id} />
    </Dialogo>
  );
}
