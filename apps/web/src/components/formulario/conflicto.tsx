import { Box, Button, Flex, Table, Text } from '@chakra-ui/react';

interface Props<T extends object> {
  /** What the form holds and what is stored now. */
  mios: T;
  actuales: T;
  /** Fields worth comparing, with their labels. */
  campos: Partial<Record<keyof T & string, string>>;
  onTomarActuales: () => void;
  onGuardarMios: () => void;
}

const texto = (valor: unknown): string =>
  valor === null || valor === undefined || valor === ''
    ? '—'
    : Array.isArray(valor)
      ? `${valor.length} elegidos`
      : String(valor);

/** Somebody else saved first: the values that differ, and whose shall stay. */
export function Conflicto<T extends object>({ mios, actuales, campos, onTomarActuales, onGuardarMios }: Props<T>) {
  const distintos = (Object.keys(campos) as (keyof T & string)[]).filter(
    (campo) => texto(mios[campo]) !== texto(actuales[campo]),
  );
  return (
    <Box role="group" aria-label="Cambios de otra persona" borderWidth="1px" rounded="md" p="4" bg="bg.warning" mb="4">
      <Text fontWeight="600">Otra persona guardó cambios mientras editabas.</Text>
      {distintos.length > 0 && (
        <Table.Root size="sm" mt="2" css={{ '& tr, & th': { bg: 'transparent' } }}>
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader />
              <Table.ColumnHeader>Guardado ahora</Table.ColumnHeader>
              <Table.ColumnHeader>Lo tuyo</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {distintos.map((campo) => (
              <Table.Row key={campo}>
                <Table.Cell color="fg.muted">{campos[campo]}</Table.Cell>
                <Table.Cell>{texto(actuales[campo])}</Table.Cell>
                <Table.Cell>{texto(mios[campo])}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      )}
      <Flex gap="2" mt="3" wrap="wrap">
        <Button size="sm" colorPalette="campo" onClick={onTomarActuales}>
          Usar lo guardado
        </Button>
        <Button size="sm" variant="outline" onClick={onGuardarMios}>
          Guardar lo mío
        </Button>
      </Flex>
    </Box>
  );
}
