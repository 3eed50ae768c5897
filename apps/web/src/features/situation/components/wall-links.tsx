import { Box, Button, chakra, Flex, Input, Stack, Text } from '@chakra-ui/react';
import { useState, type FormEvent } from 'react';
import { useConfirm } from '../../../components/confirm.js';
import { Sheet } from '../../../components/dialog.js';
import { FormField } from '../../../components/form/fields.js';
import { Secret } from '../../../components/shown-once.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useWallLinkActions, useWallLinks } from '../api/walls.js';
import { texts } from '../textos.js';

const t = texts.links;

interface Props {
  /** The company that a new link shows; null = all. */
  empresa: number | null;
  /** The name of a company; of all for null. */
  nameOf: (id: number | null) => string;
  onClose: () => void;
}

/** Makes and revokes links for wall screens. */
export default function WallLinks({ empresa, nameOf, onClose }: Props) {
  const links = useWallLinks();
  const { dateTimeOf } = useDates();
  const { create, revoke } = useWallLinkActions();
  const confirm = useConfirm();
  const [nombre, setNombre] = useState('');
  const made = create.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ nombre, empresa_id: empresa }, { onSuccess: () => setNombre('') });
  };
  const end = async (id: number, name: string) => {
    if (await confirm({ text: t.question(name), accion: t.revoke, danger: true })) revoke.mutate(id);
  };
  const failure = create.error ?? revoke.error;
  return (
    <Sheet title={t.title} width={640} onClose={onClose}>
      <Stack gap="4">
        <Text color="fg.muted">{t.help}</Text>
        <chakra.form onSubmit={submit}>
          <Flex gap="3" align="end" wrap="wrap">
            <Box flex="1" minW="14rem">
              <FormField label={t.name(nameOf(empresa))} required>
                <Input value={nombre} maxLength={80} required onChange={({ target }) => setNombre(target.value)} />
              </FormField>
            </Box>
            <Button type="submit" colorPalette="campo" disabled={create.isPending}>
              {t.create}
            </Button>
          </Flex>
        </chakra.form>
        {failure && (
          <Text role="alert" color="fg.error">
            {failure.message}
          </Text>
        )}
        {made && (
          <Box bg="bg.warning" rounded="md" px="4" py="2.5" borderStartWidth="3px" borderColor="miel.solid">
            <Text fontWeight="600">{t.once}</Text>
            <Secret value={addressOf(made.token)} label={t.address} copy={t.copy} />
          </Box>
        )}
        {neverCame(links) && <Text color="fg.warning">{t.unread}</Text>}
        {links.data?.length === 0 && <Text color="fg.muted">{t.none}</Text>}
        <Stack as="ul" listStyleType="none" gap="0">
          {links.data?.map(({ id, nombre: name, empresa_id, visto_ts }) => (
            <Flex as="li" key={id} gap="3" align="center" py="2" borderTopWidth="1px">
              <Box flex="1" minW="0">
                <Text fontWeight="600" overflowWrap="anywhere">
                  {name}
                </Text>
                <Text fontSize="sm" color="fg.muted">
                  {nameOf(empresa_id)} · {visto_ts === null ? t.neverSeen : t.seen(dateTimeOf(visto_ts))}
                </Text>
              </Box>
              <Button
                size="sm"
                variant="outline"
                colorPalette="teja"
                aria-label={t.revokeOne(name)}
                disabled={revoke.isPending}
                onClick={() => void end(id, name)}
              >
                {t.revoke}
              </Button>
            </Flex>
          ))}
        </Stack>
      </Stack>
    </Sheet>
  );
}

/** The token stands behind the #: browsers send that part to no server. */
const addressOf = (token: string): string => `${window.location.origin}/muro#${token}`;
