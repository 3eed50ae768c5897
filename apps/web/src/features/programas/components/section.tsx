import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';

interface Props {
  title: string;
  /** Summary of the settings while the section is folded; '' = none are set. */
  summary: string;
  /** A field in the section is invalid, so the section stays open. */
  wrong: boolean;
  children: ReactNode;
}

/** An optional part of the form: folded, with a summary of its settings beside the title. */
export function Section({ title, summary, wrong, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <chakra.details
      open={open || wrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      borderTopWidth="1px"
      py="2.5"
      css={{ '& > summary': { cursor: 'pointer' } }}
    >
      <summary>
        <Flex as="span" display="inline-flex" columnGap="3" wrap="wrap" maxW="calc(100% - 1.5rem)" verticalAlign="top">
          <Text as="span" fontWeight="600">
            {title}
          </Text>
          <Text as="span" color="fg.muted" overflowWrap="anywhere">
            {summary}
          </Text>
        </Flex>
      </summary>
      <Box pt="3" pb="2">
        {children}
      </Box>
    </chakra.details>
  );
}
