import { Box, Button, Center, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { Page } from '../../components/page.js';
import { Unread } from '../../components/unread.js';
import { ZoneNote } from '../../components/zone-note.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { neverCame } from '../../lib/http/query-client.js';
import { readUsuario } from '../../lib/session.js';
import { useAuditoria } from './api/auditoria.js';
import { FilterBar } from './components/filter-bar.js';
import { Entry } from './components/entry.js';
import { useFilters } from './lib/filters.js';
import { texts } from './textos.js';

/** The audit trail: who changed what, and when. */
export function Component() {
  const bar = useFilters();
  const { filters, change } = bar;
  const auditoria = useAuditoria(filters);
  const failure = neverCame(auditoria);
  const { data: empresas = [] } = useEmpresaOptions();
  const empresaName = (id: number): string => empresas.find((empresa) => empresa.id === id)?.nombre ?? `#${id}`;
  const entradas = auditoria.data?.pages.flatMap((page) => page.entradas);
  const withEmpresa = readUsuario()?.rol === 'admin_global' && !filters.empresa_id;
  return (
    <Page title={texts.title} beside={<ZoneNote />}>
      <FilterBar {...bar} />
      {entradas === undefined && !failure && <Waiting />}
      {entradas?.length === 0 && (
        <Center h="10rem" color="fg.muted">
          <Text>{texts.empty}</Text>
        </Center>
      )}
      {entradas && entradas.length > 0 && (
        <Box as="ol" aria-label={texts.list} listStyleType="none" borderTopWidth="1px" aria-busy={auditoria.isFetching}>
          {entradas.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              withEmpresa={withEmpresa}
              empresaName={empresaName}
              onWho={(id, usuario_nombre) => change({ usuario_id: String(id), usuario_nombre })}
              onSubject={({ entidad, entidad_id, entidad_nombre }) =>
                change({ entidad, entidad_id: String(entidad_id), entidad_nombre })
              }
            />
          ))}
        </Box>
      )}
      {failure && (
        <Unread
          text={[texts.failure, auditoria.error?.message].filter(Boolean).join(' ')}
          onRetry={() => (entradas ? auditoria.fetchNextPage() : auditoria.refetch())}
        />
      )}
      {auditoria.hasNextPage && !auditoria.isError && (
        <Button
          variant="outline"
          alignSelf="center"
          disabled={auditoria.isFetchingNextPage}
          onClick={() => void auditoria.fetchNextPage()}
        >
          {auditoria.isFetchingNextPage && <Spinner size="sm" />}
          {auditoria.isFetchingNextPage ? texts.loading : texts.more}
        </Button>
      )}
    </Page>
  );
}

function Waiting() {
  return (
    <Stack gap="3">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} h="9" />
      ))}
    </Stack>
  );
}
