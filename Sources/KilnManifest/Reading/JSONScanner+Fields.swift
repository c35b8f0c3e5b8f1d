extension JSONScanner {
    /// The object with a table of members that is being read.
    struct OpenObject {
        /// The member whose value comes next; nil behind the last.
        var next: MemberName?
        var names = MemberNames(start: 0)
        /// The place in the table of the field that is visited next.
        var index = 0
        /// A bit for each field by its place in the table: whether it was read.
        var read: UInt64 = 0
        /// And whether every such object has it.
        var required: UInt64 = 0
    }

    /// Fills an object from the next value.
    ///
    /// One visit of the table reads all members that come in its order, which is how Kiln writes
    /// them; further visits read the rest. Members that are not in the table are skipped.
    mutating func object(_ value: inout some ManifestObject) throws(JSONFault) {
        // Swapping, unlike copying, counts no references.
        var outer = OpenObject()
        swap(&outer, &object)
        defer { swap(&outer, &object) }
        try open()
        repeat {
            let read = object.read
            visit(&value)
            try skipUnknown(since: read)
        } while object.next != nil
        guard object.read & object.required != object.required else { return }
        visit(&value)
        let name = missing ?? ""
        throw JSONFault(at: max(0, place - 1), "the member \"\(name)\" is missing")
    }

    @inline(never)
    private mutating func open() throws(JSONFault) {
        guard try openObject() else { return }
        object.names = MemberNames(start: place)
        object.next = try memberName()
    }

    /// Skips the next member if none was read since `read`: the table lacks it.
    @inline(never)
    private mutating func skipUnknown(since read: UInt64) throws(JSONFault) {
        if let fault = fault { throw fault }
        guard object.read == read, let unknown = object.next else { return }
        do throws(JSONFault) { try skip() } catch {
            throw error.inside(.member(text(of: unknown)))
        }
        object.next = try passCommaInObject() ? memberName() : nil
    }

    @inline(never)
    private mutating func visit(_ value: inout some ManifestObject) {
        object.index = 0
        missing = nil
        value.fields(&self)
    }

    /// The name of the next member of the open object, and the colon.
    @inline(never)
    private mutating func memberName() throws(JSONFault) -> MemberName {
        var names = MemberNames(start: 0)
        swap(&names, &object.names)
        defer { swap(&names, &object.names) }
        return try memberName(&names)
    }
}

extension JSONScanner: FieldVisitor {
    package mutating func callAsFunction<Value: FieldValue>(
        _ name: StaticString,
        _ value: inout Value
    ) {
        let bit: UInt64 = 1 << object.index
        object.index += 1
        object.required |= bit
        guard object.next != nil else {
            if object.read & bit == 0, missing == nil { missing = "\(name)" }
            return
        }
        guard isNext(name) else { return }
        do throws(JSONFault) {
            value = try self.value()
            close(name, bit)
        } catch {
            fail(error, name)
        }
    }

    package mutating func callAsFunction<Value: FieldValue>(
        _ name: StaticString,
        _ value: inout Value?
    ) {
        let bit: UInt64 = 1 << object.index
        object.index += 1
        guard isNext(name) else { return }
        do throws(JSONFault) {
            value = try optional()
            close(name, bit)
        } catch {
            fail(error, name)
        }
    }

    // One copy of these serves every type of value.

    @inline(never)
    private mutating func isNext(_ name: StaticString) -> Bool {
        object.next.map { isEqual($0, name) } ?? false
    }

    /// Notes that a member was read, and reads the name of the next one.
    @inline(never)
    private mutating func close(_ name: StaticString, _ bit: UInt64) {
        object.read |= bit
        do throws(JSONFault) {
            object.next = try passCommaInObject() ? memberName() : nil
        } catch {
            fault = error
            object.next = nil
        }
    }

    @inline(never)
    private mutating func fail(_ error: JSONFault, _ name: StaticString) {
        fault = error.inside(.member("\(name)"))
        object.next = nil
    }
}
