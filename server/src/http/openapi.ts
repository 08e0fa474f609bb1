import * as attendance from '@vestry/contract/calls/attendance.ts'
import * as attendees from '@vestry/contract/calls/attendees.ts'
import * as audit from '@vestry/contract/calls/audit.ts'
import * as calendar from '@vestry/contract/calls/calendar.ts'
import * as claims from '@vestry/contract/calls/claims.ts'
import * as classes from '@vestry/contract/calls/classes.ts'
import * as lookups from '@vestry/contract/calls/lookups.ts'
import * as preaching from '@vestry/contract/calls/preaching.ts'
import * as rollOperations from '@vestry/contract/calls/roll-operations.ts'
import * as rosters from '@vestry/contract/calls/rosters.ts'
import {
  ALWAYS_POSSIBLE,
  ERROR_STATUS,
  ErrorAnswer,
  type ErrorCode,
  EventStream,
  type Route,
} from '@vestry/contract/calls/route.ts'
import * as staff from '@vestry/contract/calls/staff-accounts.ts'
import { isForStations } from '@vestry/contract/rules/rights.ts'
import { z } from 'zod'

/** A call as the document describes it: `url` begins with the prefix of the API. */
export type Operation = { feature: string; name: string; url: string; route: Route }

type JsonSchema = Record<string, unknown>

/** Schemas that the contract exports are described once, under the names that they have there. */
const NAMES: Record<string, unknown> = {
  ...attendance,
  ...attendees,
  ...audit,
  ...calendar,
  ...claims,
  ...classes,
  ...lookups,
  ...preaching,
  ...rollOperations,
  ...rosters,
  ...staff,
  ErrorAnswer,
}
const COMPONENTS = '#/components/schemas/'

/** The OpenAPI document (3.1) of these calls. */
export function describeApi(version: string, operations: readonly Operation[]): object {
  const queries = describeSchemas(
    operations.map(({ route }) => route.query),
    'input',
    {},
  )
  const bodies = describeSchemas(
    operations.map(({ route }) => route.body),
    'input',
  )
  const answers = describeSchemas([ErrorAnswer, ...operations.map(({ route }) => route.answer)], 'output')
  const describeOperation = ({ feature, name, route }: Operation) => ({
    operationId: `${feature}.${name}`,
    summary: route.summary,
    tags: [feature],
    // The document says of all calls that they need a token; the names next to it are the rights, all of which are
    // needed.
    ...(route.who.length > 0 && {
      security: [{ [isForStations(route.who) ? 'stationKey' : 'identityToken']: route.who }],
    }),
    ...describeQuery(queries.describe(route.query)),
    ...(hasBody(route) && { requestBody: { required: true, content: json(bodies.describe(route.body)) } }),
    responses: {
      200: {
        description: 'Done',
        content: Object.fromEntries(
          typesOf(route).map((type) => [type.replace(/;.*/, ''), { schema: answers.describe(route.answer) }]),
        ),
      },
      ...refusals(route),
    },
  })
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const { url, route } = operation
    paths[url] = { ...paths[url], [route.method.toLowerCase()]: describeOperation(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vestry',
      version,
      description:
        'The calls of the console. Each needs the identity token of a signed-in member of staff as a Bearer token; its security names the rights that it takes, all of them. The calls of the door’s stations need the key of a station instead.',
    },
    components: {
      securitySchemes: {
        identityToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        stationKey: { type: 'http', scheme: 'Station' },
      },
      schemas: { ...bodies.shared, ...answers.shared },
      responses: Object.fromEntries(ALWAYS_POSSIBLE.map((code) => [code, refusal([code])])),
    },
    paths,
    security: [{ identityToken: [] }],
  }
}

export function hasBody({ body }: Route): boolean {
  return !(body instanceof z.ZodUndefined)
}

function typesOf({ answer, files = ['application/json'] }: Route): readonly string[] {
  return answer === EventStream ? ['text/event-stream'] : files
}

/** Describes schemas as JSON Schema. A named schema becomes a reference, and is returned in `shared`. */
function describeSchemas(schemas: readonly z.ZodType[], io: 'input' | 'output', names = NAMES) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(names)) {
    if (schema instanceof z.ZodObject && !registry.has(schema)) {
      registry.add(schema, { id })
    }
  }
  for (const [index, schema] of schemas.entries()) {
    if (!registry.has(schema)) {
      registry.add(schema, { id: `${index}` })
    }
  }
  const described = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    // A text that is parsed as a number is described as a number.
    override: ({ zodSchema, jsonSchema }) => {
      if (z.globalRegistry.get(zodSchema)?.type === 'integer') {
        delete jsonSchema.anyOf
      }
    },
    uri: (id) => `${COMPONENTS}${id}`,
  }).schemas as Record<string, JsonSchema>
  const describe = (schema: z.ZodType): JsonSchema => {
    const id = registry.get(schema)?.id ?? ''
    return id in names ? { $ref: `${COMPONENTS}${id}` } : withoutOwnName(described[id])
  }
  const shared: Record<string, JsonSchema> = {}
  const queue = schemas.map(describe)
  for (const schema of queue) {
    for (const [, id = ''] of JSON.stringify(schema).matchAll(REFERENCE)) {
      if (!(id in shared)) {
        shared[id] = withoutOwnName(described[id])
        queue.push(shared[id])
      }
    }
  }
  return { describe, shared }
}

const REFERENCE = new RegExp(`"\\$ref":"${COMPONENTS}([^"]+)"`, 'g')

function withoutOwnName({ $schema: _, $id: __, ...schema }: JsonSchema = {}): JsonSchema {
  return schema
}

/** A parameter for each field of a query. */
function describeQuery({ properties = {}, required = [] }: JsonSchema) {
  const parameters = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, { description, ...schema }]) => ({
      in: 'query',
      name,
      required: (required as string[]).includes(name),
      ...(description !== undefined && { description }),
      schema,
    }),
  )
  return parameters.length > 0 && { parameters }
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

const refusal = (codes: readonly ErrorCode[]) => ({
  description: codes.join(' or '),
  content: json({ $ref: `${COMPONENTS}ErrorAnswer` }),
})

/** The refusals of a call, with one entry for each status. */
function refusals({ errors }: Route) {
  const byStatus = Map.groupBy([...ALWAYS_POSSIBLE, ...errors], (code) => ERROR_STATUS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      codes.length === 1 && ALWAYS_POSSIBLE.includes(codes[0] as ErrorCode)
        ? { $ref: `#/components/responses/${codes[0]}` }
        : refusal(codes),
    ]),
  )
}
