import type { NoRegar } from '@acequia/contracts';
import { Button, Flex, Text } from '@chakra-ui/react';
import { useConfirm } from '../../../components/confirm.js';
import { failureOf } from '../../../components/form/failure.js';
import { toast } from '../../../components/toasts.js';
import { usePlacas } from '../../../entities/placa/placas.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { useProgramaActions } from '../api/programas.js';
import { texts } from '../textos.js';

const { holdOff } = texts;

/** All «No regar hasta…» in force: place, end and reason, with a button to end each. */
export function NoRegarList({ rows, timeZone }: { rows: readonly NoRegar[]; timeZone: string }) {
  const confirm = useConfirm();
  const { endHoldOff } = useProgramaActions();
  const { data: placas = [] } = usePlacas();
  const whereOf = ({ placa_id, sitio }: NoRegar): string => {
    if (sitio !== null) return holdOff.site(sitio);
    if (placa_id === null) return holdOff.everywhere;
    return holdOff.board(placas.find((placa) => placa.placa_id === placa_id)?.nombre ?? `#${placa_id}`);
  };
  const end = async (row: NoRegar) => {
    const { question, accion, done, failure } = holdOff.end;
    if (!(await confirm({ text: question, accion, detalle: `${whereOf(row)}: ${row.motivo}` }))) return;
    try {
      await endHoldOff(row.id);
      toast.success(done);
    } catch (error) {
      const said = failureOf(failure, error);
      toast.error(said.text, said.detalle);
    }
  };
  if (rows.length === 0) return null;
  return (
    <Flex as="ul" listStyleType="none" direction="column" gap="2" aria-label={holdOff.list}>
      {rows.map((row) => (
        <Flex
          as="li"
          key={row.id}
          gap="3"
          align="center"
          wrap="wrap"
          px="3"
          py="2"
          rounded="sm"
          bg="bg.warning"
          borderStartWidth="3px"
          borderColor="miel.solid"
        >
          <Text flex="1" minW="14rem" overflowWrap="anywhere">
            <Text as="span" fontWeight="600" color="fg.warning">
              {holdOff.line(dateTimeOf(row.hasta, timeZone), whereOf(row))}
            </Text>{' '}
            {row.motivo}
            {row.pendiente === 1 && (
              <Text as="span" color="fg.muted">
                {' '}
                {holdOff.pending}
              </Text>
            )}
          </Text>
          <Button size="sm" variant="outline" onClick={() => void end(row)}>
            {holdOff.end.button}
          </Button>
        </Flex>
      ))}
    </Flex>
  );
}
