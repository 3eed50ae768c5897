import { Button, Flex, Heading, SimpleGrid, Spinner, Stack, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { ActualizarIcon } from '../../components/icons.js';
import { Panel } from '../../components/card.js';
import { useCanales } from '../../entities/dispositivo/live-reading.js';
import { noLlego } from '../../lib/http/query-client.js';
import { leerUsuario } from '../../lib/session.js';
import { useResumen } from './api/summary.js';
import { Ficha } from './components/figures.js';
import { PanelMonitoreo } from './components/monitor-table.js';
import { TarjetaDispositivo } from './components/device-card.js';
import { textos } from './textos.js';

const ENLACES = [
  { to: '/dispositivos', texto: textos.dispositivosPagina },
  { to: '/switches', texto: textos.switchesPagina },
  { to: '/placas', texto: textos.placasPagina },
  { to: '/comandos', texto: textos.comandosPagina },
  { to: '/auditoria', texto: textos.auditoriaPagina },
  { to: '/cuenta', texto: textos.cuentaPagina },
] as const;

/** The company's own dashboard (RES-1). */
export function Component() {
  const usuario = leerUsuario();
  const resumen = useResumen(usuario?.empresa_id ?? 0);
  const dispositivos = resumen.dispositivos.data ?? [];
  useCanales(dispositivos.map(({ id }) => id));
  return (
    <Stack gap="5">
      <Panel bg="campo.subtle" borderColor="campo.muted">
        <Flex justify="space-between" align="center" gap="4" wrap="wrap">
          <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
            {textos.bienvenido(resumen.empresa.data?.nombre ?? usuario?.empresa_nombre ?? '')}
          </Heading>
          <Flex gap="2" wrap="wrap">
            <Button asChild variant="outline">
              <Link to="/usuarios">{textos.gestionarUsuarios}</Link>
            </Button>
            <Button colorPalette="campo" onClick={() => void resumen.actualizar()} disabled={resumen.cargando}>
              {resumen.cargando ? <Spinner size="sm" /> : <ActualizarIcon />} {textos.actualizar}
            </Button>
          </Flex>
        </Flex>
        <Flex as="nav" aria-label={textos.irA} gap="1" mt="3" ms="-3" wrap="wrap">
          {ENLACES.map(({ to, texto }) => (
            <Button key={to} asChild variant="ghost" size="sm">
              <Link to={to}>{texto}</Link>
            </Button>
          ))}
        </Flex>
      </Panel>
      <Ficha
        empresa={resumen.empresa}
        usuarios={resumen.usuarios}
        dispositivos={resumen.dispositivos}
        switches={resumen.switches}
      />
      <Stack gap="3" as="section">
        <Heading as="h2" size="lg">
          {textos.dispositivos}
        </Heading>
        {resumen.dispositivos.isSuccess && dispositivos.length === 0 && (
          <Text color="fg.muted">{textos.sinDispositivos}</Text>
        )}
        {!resumen.dispositivos.data && noLlego(resumen.dispositivos) && (
          <Text role="alert" color="fg.warning">
            {textos.dispositivosNoLeidos}
          </Text>
        )}
        <SimpleGrid columns={{ base: 1, sm: 2, lg: 3, xl: 4 }} gap="4">
          {dispositivos.map((dispositivo, indice) => (
            <TarjetaDispositivo key={dispositivo.id} dispositivo={dispositivo} indice={indice} />
          ))}
        </SimpleGrid>
      </Stack>
      <PanelMonitoreo switches={resumen.switches.data} fallo={noLlego(resumen.switches)} />
    </Stack>
  );
}
