import { Box, Button, Center, Flex, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { Pagina } from '../../components/page.js';
import { useEmpresasSeleccion } from '../../entities/empresa/empresa-options.js';
import { noLlego } from '../../lib/http/query-client.js';
import { leerUsuario } from '../../lib/session.js';
import { useAuditoria } from './api/auditoria.js';
import { BarraDeFiltros } from './components/filter-bar.js';
import { Entrada } from './components/entry.js';
import { useFiltros } from './lib/filters.js';
import { textos } from './textos.js';

/** The trail of changes: who changed what and when. */
export function Component() {
  const barra = useFiltros();
  const { filtros, cambiar } = barra;
  const auditoria = useAuditoria(filtros);
  const fallo = noLlego(auditoria);
  const { data: empresas = [] } = useEmpresasSeleccion();
  const nombreDeEmpresa = (id: number): string => empresas.find((empresa) => empresa.id === id)?.nombre ?? `#${id}`;
  const entradas = auditoria.data?.pages.flatMap((pagina) => pagina.entradas);
  const conEmpresa = leerUsuario()?.rol === 'admin_global' && !filtros.empresa_id;
  return (
    <Pagina titulo={textos.titulo}>
      <BarraDeFiltros {...barra} />
      {entradas === undefined && !fallo && <Espera />}
      {entradas?.length === 0 && (
        <Center h="10rem" color="fg.muted">
          <Text>{textos.vacio}</Text>
        </Center>
      )}
      {entradas && entradas.length > 0 && (
        <Box
          as="ol"
          aria-label={textos.lista}
          listStyleType="none"
          borderTopWidth="1px"
          aria-busy={auditoria.isFetching}
        >
          {entradas.map((entrada) => (
            <Entrada
              key={entrada.id}
              entrada={entrada}
              conEmpresa={conEmpresa}
              nombreDeEmpresa={nombreDeEmpresa}
              onQuien={(id, usuario_nombre) => cambiar({ usuario_id: String(id), usuario_nombre })}
              onQue={({ entidad, entidad_id, entidad_nombre }) =>
                cambiar({ entidad, entidad_id: String(entidad_id), entidad_nombre })
              }
            />
          ))}
        </Box>
      )}
      {fallo && (
        <Flex role="alert" gap="3" align="center" wrap="wrap" color="fg.error">
          <Text>
            {textos.fallo} {auditoria.error?.message}
          </Text>
          <Button
            size="sm"
            variant="outline"
            onClick={() => void (entradas ? auditoria.fetchNextPage() : auditoria.refetch())}
          >
            {textos.reintentar}
          </Button>
        </Flex>
      )}
      {auditoria.hasNextPage && !auditoria.isError && (
        <Button
          variant="outline"
          alignSelf="center"
          disabled={auditoria.isFetchingNextPage}
          onClick={() => void auditoria.fetchNextPage()}
        >
          {auditoria.isFetchingNextPage && <Spinner size="sm" />}
          {auditoria.isFetchingNextPage ? textos.cargando : textos.mas}
        </Button>
      )}
    </Pagina>
  );
}

function Espera() {
  return (
    <Stack gap="3">
      {[1, 2, 3, 4, 5].map((fila) => (
        <Skeleton key={fila} h="9" />
      ))}
    </Stack>
  );
}
