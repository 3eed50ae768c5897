import { Button, Flex, Text } from '@chakra-ui/react';
import { dateTimeOf } from '../../../lib/format/format.js';
import { useAcknowledge, useToldOnDuty } from '../api/estado.js';
import { texts } from '../textos.js';
import { Row, Section } from './section.js';

/** Whom of the platform's rota each thing was told, and who acknowledged it or may; nothing while all is well. */
export function ToldOnDuty() {
  const { data = [] } = useToldOnDuty();
  const acknowledge = useAcknowledge();
  if (data.length === 0) return null;
  return (
    <Section title={texts.duty.title}>
      {data.map(({ condicion, avisados, sin_avisar, reconocido_por, reconocido_ts }) => (
        <Row key={condicion} name={texts.conditions[condicion]}>
          <Flex align="center" gap="4">
            {reconocido_por === null || reconocido_ts === null ? (
              <>
                <Text>{avisados.length === 0 ? texts.duty.nobody : texts.duty.told(avisados.join(', '))}</Text>
                {sin_avisar.length > 0 && <Text>{texts.duty.untold(sin_avisar.join(', '))}</Text>}
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={texts.duty.acknowledgeThis(texts.conditions[condicion])}
                  disabled={acknowledge.isPending}
                  onClick={() => acknowledge.mutate(condicion)}
                >
                  {texts.duty.acknowledge}
                </Button>
              </>
            ) : (
              texts.duty.by(reconocido_por, dateTimeOf(reconocido_ts))
            )}
          </Flex>
        </Row>
      ))}
    </Section>
  );
}
